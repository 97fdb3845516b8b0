"""Who signs the certificates of a league's servers, and the certificates.

Each league has an authority of its own, which its hub makes and every card carries, so that tables and venues know the
league's servers without anybody else's word. A server is known by the name of its venue, whatever its address is.
"""

import ipaddress
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.league.servers.config import Tls
from companion.league.wire.client import server_name
from companion.league.wire.subjects import HUB
from companion.record.private_file import make_private_folder, write_private

BEFORE = timedelta(days=365)
"""Certificates hold for a while already: clocks of small machines are late when they start."""
LIFE = timedelta(days=20 * 365)
FOLDER = "tls"


class Certificate(msgspec.Struct, frozen=True, kw_only=True):
    """A certificate with its key.

    Attributes:
        certificate: PEM.
        key: PEM; secret.
    """

    certificate: str
    key: str


def new_authority(now: datetime) -> Certificate:
    """An authority that nobody has yet.

    Args:
        now: Wall time, with its zone.
    """
    key, name = Ed25519PrivateKey.generate(), _name("Companion league")
    usage = x509.KeyUsage(
        digital_signature=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )
    made = (
        _builder(name, name, key, now)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .sign(key, None)
    )
    return _written(made, key)


def issued(authority: Certificate, venue: str, addresses: Iterable[str], now: datetime) -> Certificate:
    """The certificate of a server.

    Args:
        authority: Of the league.
        venue: Whose server it is; that of the hub may also show it to the hub's other servers.
        addresses: Under which venues find it, besides the name of its venue.
        now: Wall time, with its zone.
    """
    signer = x509.load_pem_x509_certificate(authority.certificate.encode())
    signing = load_pem_private_key(authority.key.encode(), password=None)
    assert isinstance(signing, Ed25519PrivateKey)  # noqa: S101 (we made it)
    key = Ed25519PrivateKey.generate()
    uses = [ExtendedKeyUsageOID.SERVER_AUTH, *([ExtendedKeyUsageOID.CLIENT_AUTH] if venue == HUB else [])]
    names = [x509.DNSName(server_name(venue)), *map(_address, dict.fromkeys(addresses))]
    made = (
        _builder(_name(server_name(venue)), signer.subject, key, now)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage(uses), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signing.public_key()), critical=False)
        .sign(signing, None)
    )
    return _written(made, key)


def tls_files(folder: Path, own: Certificate, authority: str) -> Tls:
    """Lays a server's certificate where the server reads it.

    Args:
        folder: Of the server.
        own: Its certificate.
        authority: PEM of who signed it.

    Raises:
        OSError: If it cannot be written.
    """
    place = folder / FOLDER
    make_private_folder(place)
    files = Tls(place / "server.pem", place / "server.key", place / "authority.pem")
    for path, text in ((files.certificate, own.certificate), (files.key, own.key), (files.authority, authority)):
        write_private(path, text.encode())
    return files


def _builder(subject: x509.Name, issuer: x509.Name, key: Ed25519PrivateKey, now: datetime) -> x509.CertificateBuilder:
    public = key.public_key()
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now.astimezone(UTC) - BEFORE)
        .not_valid_after(now.astimezone(UTC) + LIFE)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
    )


def _written(made: x509.Certificate, key: Ed25519PrivateKey) -> Certificate:
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return Certificate(certificate=made.public_bytes(Encoding.PEM).decode(), key=secret.decode())


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _address(text: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        return x509.DNSName(text)
