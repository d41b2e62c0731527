"""secret_lib.py - a person at a page, without a browser. It stores every byte that the server sends."""
import json
import socket
from urllib.parse import urlsplit

SECONDS = 600


class Person:
    def __init__(self, address):
        parts = urlsplit(address)
        self.host, self.port, self.token, self.view, self.bytes = parts.hostname, parts.port, parts.fragment, {}, []

    def send(self, method, path, host=None):
        """Returns the status and the body, and stores every byte."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS) as connection:
            connection.sendall(("%s %s HTTP/1.1\r\nHost: %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" % (
                method, path, host or "127.0.0.1:%d" % self.port)).encode())
            said = b""
            while part := connection.recv(1 << 16):
                said += part
        if not said:
            raise ConnectionError("the server has ended")
        self.bytes.append(said)
        head, _, body = said.partition(b"\r\n\r\n")
        return int(head.split()[1]), body

    def look(self):
        status, body = self.send("GET", "/api/%s/%d" % (self.token, self.view.get("version", 0)))
        news = json.loads(body)
        assert status == 200, status
        if "stage" in news:
            self.view = news
        return self.view

    def look_last(self):
        """The same, but the server may have ended: it waits for nobody long. False: it has."""
        try:
            return bool(self.look())
        except ConnectionError:
            return False

    def act(self, path):
        return json.loads(self.send("POST", "/api/%s/%s" % (self.token, path))[1])


def hands_of(text):
    return dict(entry.split("@")[0].split(":") for entry in (text or "").split(",") if ":" in entry)
