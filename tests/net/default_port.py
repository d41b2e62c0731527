"""default_port.py HOST PORT COMMAND... - exit code 0 if the command connects to this port of the address, which is one of this
machine."""
import signal
import socket
import subprocess
import sys

with socket.create_server((sys.argv[1], int(sys.argv[2]))) as server:
    server.settimeout(300)
    command = subprocess.Popen(sys.argv[3:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        server.accept()[0].close()
    finally:
        command.send_signal(signal.SIGINT)
        command.wait()
