"""A phone with an IP-camera app: a real HTTP server on this machine, whose ways can be changed while it runs."""

import base64
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

from tests.vision.pictures import jpeg_of, numbered

BOUNDARY = "frame"
PASSWORD = "Basic " + base64.b64encode(b"me:se cret").decode()


class FakePhone:
    """Serves numbered pictures at `/video`, one at `/shot.jpg`, a page at `/`.

    Attributes:
        with_length: Whether parts tell their length.
        boundary: What the head says; the stream itself always uses BOUNDARY behind two dashes.
        password: Whether one is wanted.
        drop_after: The stream's connection is closed after so many pictures; None never.
        silent: Whether the stream begins but sends no picture.
        spoil: Bytes kept of each JPEG; None all.
        opened: Streams asked for so far.
    """

    def __init__(self, port: int = 0) -> None:
        self.with_length = True
        self.boundary = BOUNDARY
        self.password = False
        self.drop_after: int | None = None
        self.silent = False
        self.spoil: int | None = None
        self.opened = 0
        self.stopping = threading.Event()
        phone = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                phone.answer(self)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the standard library's name)
                pass

        class WaitingServer(ThreadingHTTPServer):
            daemon_threads = False

        self._server = WaitingServer(("127.0.0.1", port), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    @property
    def port(self) -> int:
        return self._server.server_address[1]

    def address(self, path: str = "/video", user: str = "") -> str:
        return f"http://{user}127.0.0.1:{self.port}{path}"

    def stop(self) -> None:
        """As when the app is closed; may be called twice."""
        if not self.stopping.is_set():
            self.stopping.set()
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        if self.password and handler.headers["Authorization"] != PASSWORD:
            handler.send_error(401)
        elif handler.path == "/video":
            self._stream(handler)
        elif handler.path == "/shot.jpg":
            self.opened += 1
            self._whole(handler, "image/jpeg", self._picture(self.opened))
        elif handler.path == "/":
            self._whole(handler, "text/html", b"<h1>IP camera</h1>")
        else:
            handler.send_error(404)

    def _whole(self, handler: BaseHTTPRequestHandler, content_type: str, body: bytes) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", content_type)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    def _stream(self, handler: BaseHTTPRequestHandler) -> None:
        self.opened += 1
        handler.send_response(200)
        handler.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={self.boundary}")
        handler.end_headers()
        number = 0
        while not self.stopping.is_set() and number != self.drop_after:
            if not self.silent:
                number += 1
                try:
                    handler.wfile.write(self._part(self._picture(number)))
                except OSError:
                    return
            self.stopping.wait(0.01)

    def _picture(self, number: int) -> bytes:
        return jpeg_of(numbered(number))[: self.spoil]

    def _part(self, body: bytes) -> bytes:
        length = f"Content-Length: {len(body)}\r\n" if self.with_length else ""
        return f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\n{length}\r\n".encode() + body + b"\r\n"
