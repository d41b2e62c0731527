"""qr.py - reads QR codes of versions 2 to 5 and level L (ISO/IEC 18004), drawn with half blocks, without correcting errors."""
QUIET = 4
MASKS = (
    lambda y, x: (y + x) % 2, lambda y, x: y % 2, lambda y, x: x % 3, lambda y, x: (y + x) % 3, lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: y * x % 2 + y * x % 3, lambda y, x: (y * x % 2 + y * x % 3) % 2, lambda y, x: ((y + x) % 2 + y * x % 3) % 2)


def modules(lines):
    """Returns rows of 0 and 1 (dark) without the quiet zone, which must be light and 4 modules wide."""
    rows = [[int(character in dark) for character in line] for line in lines for dark in ("\u2580\u2588", "\u2584\u2588")]
    size = len(rows[0]) - 2 * QUIET
    inner = [row[QUIET:QUIET + size] for row in rows[QUIET:QUIET + size]]
    assert len({len(row) for row in rows}) == 1 and sum(map(sum, inner)) == sum(map(sum, rows)), "the quiet zone is not light"
    return inner


def is_function(y, x, size):
    """Finders with the format around them, timing, and the one alignment pattern."""
    return (y < 9 and (x < 9 or x >= size - 8) or y >= size - 8 and x < 9 or y == 6 or x == 6 or abs(y - size + 7) <= 2 and abs(x - size + 7) <= 2)


def read(lines):
    """Returns the text of a code drawn in these lines."""
    rows = modules(lines)
    size = len(rows)
    assert size in (25, 29, 33, 37), "%d modules" % size
    form = int("".join(str(rows[8][x]) for x in range(5)), 2) ^ 0b10101  # level and mask
    assert form >> 3 == 1, "not level L"
    bits, upwards = [], True
    for right in [x for x in range(size - 1, 0, -2) if x > 6] + [5, 3, 1]:
        for y in reversed(range(size)) if upwards else range(size):
            bits += [rows[y][x] ^ (not MASKS[form & 7](y, x)) for x in (right, right - 1) if not is_function(y, x, size)]
        upwards = not upwards
    text = "".join(map(str, map(int, bits)))
    assert text[:4] == "0100", "not bytes"
    n = int(text[4:12], 2)
    return bytes(int(text[12 + 8 * i:20 + 8 * i], 2) for i in range(n)).decode()
