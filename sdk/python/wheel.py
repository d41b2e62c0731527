"""wheel.py - makes a wheel of the package arena, with the library and the bundled robots.

    wheel.py VERSION BUILD FOLDER    BUILD has robots/, libarena.so is above this folder's folder; the wheel is written to FOLDER

The same files give the same bytes.
"""

import base64
import hashlib
import platform
import sys
import zipfile
from pathlib import Path

version, build, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
root = Path(__file__).resolve().parents[2]
tag = f"py3-none-linux_{platform.machine()}"

METADATA = f"""Metadata-Version: 2.1
Name: arena-dice
Version: {version}
Summary: Tournaments between robots that bluff with dice, and their games step by step
License: MIT
Requires-Python: >=3.8
Provides-Extra: numpy
Requires-Dist: numpy; extra == "numpy"
"""
WHEEL = f"Wheel-Version: 1.0\nGenerator: arena {version}\nRoot-Is-Purelib: false\nTag: {tag}\n"


def files():
    """(name in the wheel, bytes, is a program)"""
    for path in sorted((root / "sdk" / "python" / "arena").iterdir()):
        if path.suffix == ".py" or path.name == "py.typed":
            yield f"arena/{path.name}", path.read_bytes(), False
    yield "arena/libarena.so", (root / "libarena.so").read_bytes(), True
    for path in sorted((build / "robots").rglob("*")):
        if path.is_file() and (path.suffix == ".so" or path.parent.suffix == ".data"):
            yield f"arena/robots/{path.relative_to(build / 'robots')}", path.read_bytes(), path.suffix == ".so"
    for path in sorted((root / "sdk").glob("*.h")):
        yield f"arena/sdk/{path.name}", path.read_bytes(), False
    for part in ("template", "python", "javascript"):
        for path in sorted((root / "sdk" / part).iterdir()):
            if path.is_file():
                yield f"arena/sdk/{part}/{path.name}", path.read_bytes(), bool(path.stat().st_mode & 0o100)
    info = f"arena_dice-{version}.dist-info"
    yield f"{info}/METADATA", METADATA.encode(), False
    yield f"{info}/LICENSE", (root / "LICENSE").read_bytes(), False
    yield f"{info}/WHEEL", WHEEL.encode(), False


record = ""
path = folder / f"arena_dice-{version}-{tag}.whl"
with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
    def add(name, data, is_program):
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        entry.external_attr = (0o100755 if is_program else 0o100644) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        wheel.writestr(entry, data)

    for name, data, is_program in files():
        add(name, data, is_program)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    own = f"arena_dice-{version}.dist-info/RECORD"
    add(own, f"{record}{own},,\n".encode(), False)
print(path)
