"""A network camera that speaks just enough RTSP for FFmpeg: JPEG over RTP (RFC 2435), interleaved in one connection."""

import re
import socket
import struct
import threading

from tests.vision.pictures import jpeg_of, numbered

PACKET_BYTES = 1200
PICTURE_TICKS = 90_000 // 30


class FakeRtspCamera:
    """Serves numbered pictures at any path, one connection at a time.

    Attributes:
        drop_after: Each connection is closed after so many pictures; None never.
        played: How often pictures were begun.
    """

    def __init__(self) -> None:
        self.drop_after: int | None = None
        self.played = 0
        self._stopping = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(0.05)
        self.address = f"rtsp://127.0.0.1:{self._listening.getsockname()[1]}/stream"
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()
        self._listening.close()

    def _serve(self) -> None:
        while not self._stopping.is_set():
            try:
                connection, _ = self._listening.accept()
            except TimeoutError:
                continue
            with connection:
                connection.settimeout(0.01)
                try:
                    self._converse(connection)
                except OSError:
                    continue

    def _converse(self, connection: socket.socket) -> None:
        playing, sequence, picture = False, 0, 0
        pending = b""
        while not self._stopping.is_set():
            try:
                data = connection.recv(4096)
                if not data:
                    return
                pending += data
            except TimeoutError:
                pass
            while b"\r\n\r\n" in pending:
                question, _, pending = pending.partition(b"\r\n\r\n")
                playing = self._answer(connection, question.decode()) or playing
            if playing:
                picture += 1
                for packet in rtp_packets(jpeg_of(numbered(picture)), picture * PICTURE_TICKS, sequence):
                    connection.sendall(b"$\x00" + struct.pack(">H", len(packet)) + packet)
                    sequence += 1
                if picture == self.drop_after:
                    return

    def _answer(self, connection: socket.socket, question: str) -> bool:
        """Answers; tells whether pictures are to begin."""
        number = re.search(r"CSeq: *(\d+)", question, re.IGNORECASE)
        head = f"RTSP/1.0 200 OK\r\nCSeq: {number.group(1) if number else 0}\r\n"
        method = question.split(" ", 1)[0]
        body = ""
        if method == "OPTIONS":
            head += "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n"
        elif method == "DESCRIBE":
            body = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=camera\r\nt=0 0\r\nm=video 0 RTP/AVP 26\r\na=control:video\r\n"
            head += f"Content-Type: application/sdp\r\nContent-Length: {len(body)}\r\n"
        elif method == "SETUP":
            head += "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n"
        else:
            head += "Session: 1\r\n"
        connection.sendall(f"{head}\r\n{body}".encode())
        self.played += method == "PLAY"
        return method == "PLAY"


def rtp_packets(jpeg: bytes, timestamp: int, sequence: int) -> list[bytes]:
    """One JPEG (4:2:0, the standard's Huffman tables) as RTP packets."""
    tables, size, scan = taken_apart(jpeg)
    height, width = size
    packets = []
    for offset in range(0, len(scan), PACKET_BYTES):
        part = scan[offset : offset + PACKET_BYTES]
        last = offset + len(part) == len(scan)
        rtp = struct.pack(">BBHII", 0x80, 26 | (0x80 if last else 0), (sequence + len(packets)) & 0xFFFF, timestamp, 7)
        head = struct.pack(">I", offset) + bytes([1, 255, width // 8, height // 8])
        quantisation = struct.pack(">BBH", 0, 0, len(tables)) + tables if offset == 0 else b""
        packets.append(rtp + head + quantisation + part)
    return packets


def taken_apart(jpeg: bytes) -> tuple[bytes, tuple[int, int], bytes]:
    """Quantisation tables, (height, width), and the entropy-coded bytes of a baseline JPEG."""
    tables, size, at = b"", (0, 0), 2
    while True:
        marker, length = struct.unpack(">HH", jpeg[at : at + 4])
        body = jpeg[at + 4 : at + 2 + length]
        at += 2 + length
        if marker == 0xFFDB:
            tables += b"".join(body[i + 1 : i + 65] for i in range(0, len(body), 65))
        elif marker == 0xFFC0:
            size = struct.unpack(">HH", body[1:5])
            assert body[7] == 0x22, "expected 4:2:0"
        elif marker == 0xFFDA:
            return tables, size, jpeg[at:].removesuffix(b"\xff\xd9")
