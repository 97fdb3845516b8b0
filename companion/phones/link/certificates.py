"""A certificate for the addresses of this machine, made here: phones warn of it once, and then have a secure context.

Browsers ask for https before a page may use the phone's camera or keep its screen awake. No authority signs addresses
of a local network, so the certificate signs itself.
"""

import ipaddress
import ssl
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import platformdirs
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.record.private_file import make_private_folder, write_private

LIFE = timedelta(days=397)
"""Browsers refuse certificates that live longer than 398 days."""
MIN_TIME_LEFT = timedelta(days=1)
NAME = "Companion"


def certificate_folder() -> Path:
    """Where certificate and key lie, in the user's data folder."""
    return Path(platformdirs.user_data_path("companion")) / "https"


class Certificate:
    """The certificate of this machine, made anew when it ends or an address is missing in it.

    Names of earlier places stay in it, so that a phone need not be told to trust it again after coming home.
    """

    def __init__(self, folder: Path, now: datetime) -> None:
        """Prepares; `covers` makes the files.

        Args:
            folder: Where certificate and key are kept.
            now: Wall time, with its zone.
        """
        self._file, self._now = folder / "certificate.pem", now
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._covered: frozenset[str] = frozenset()

    def cover(self, names: Iterable[str]) -> bool:
        """Sees that new connections get a certificate that holds under all these names; whether one was made.

        Args:
            names: Addresses and host names.

        Raises:
            OSError: If it cannot be written.
        """
        wanted = frozenset(name for name in names if name.isascii()) | {"localhost", "127.0.0.1"}
        if wanted <= self._covered:
            return False
        kept = self._kept()
        made = not wanted <= kept
        if made:
            make_private_folder(self._file.parent)
            write_private(self._file, _made(sorted(wanted | kept), self._now))
        self.context.load_cert_chain(self._file)
        self._covered = wanted | kept
        return made

    def _kept(self) -> frozenset[str]:
        """Names in the certificate that is there already; none if it is missing, damaged or ends soon."""
        try:
            text = self._file.read_bytes()
            certificate = x509.load_pem_x509_certificate(text)
            key = serialization.load_pem_private_key(text, password=None)
            alternatives = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        except (OSError, ValueError, x509.ExtensionNotFound):
            return frozenset()
        whole = certificate.public_key() == key.public_key()
        if not whole or certificate.not_valid_after_utc < self._now + MIN_TIME_LEFT:
            return frozenset()
        addresses = alternatives.get_values_for_type(x509.IPAddress)
        return frozenset((*alternatives.get_values_for_type(x509.DNSName), *map(str, addresses)))


def _made(names: list[str], now: datetime) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now.astimezone(UTC) - timedelta(days=1))  # clocks of phones differ
        .not_valid_after(now.astimezone(UTC) + LIFE - timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([_named(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    return certificate.public_bytes(serialization.Encoding.PEM) + key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _named(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
