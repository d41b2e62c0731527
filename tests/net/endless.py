"""endless.py KIND - a server that sends the first client one message of endless frames. KIND: ROUTER or PUB, as which it
greets (ZMTP 3.0, https://rfc.zeromq.org/spec/23/). Prints its port, and ends when the client has had enough, or when none comes in five
minutes.
"""
import socket
import sys

kind = sys.argv[1].encode()
door = socket.create_server(("127.0.0.1", 0))
door.settimeout(300)
print(door.getsockname()[1], flush=True)
plug = door.accept()[0]
ready = b"\5READY\x0bSocket-Type" + len(kind).to_bytes(4, "big") + kind
plug.sendall(b"\xff" + bytes(8) + b"\x7f\3\0NULL" + bytes(48))
said = b""
while b"READY" not in said: # a client that gets something before its turn treats it as invalid
    part = plug.recv(4096)
    if not part:
        sys.exit("endless: the client has left")
    said += part
plug.sendall(bytes([4, len(ready)]) + ready)
frame = b"x" * 100000
try:
    while True:
        plug.sendall(b"\3" + len(frame).to_bytes(8, "big") + frame)
except OSError:
    pass
