"""english.py ROOT LIST - prints each phrase of LIST (tests/english.txt) that a text of the project has: file, line, and what
to write instead. Texts are docs, help, string literals and comments; a phrase may continue on the next line."""
import pathlib
import re
import sys

# A comment, a literal, or code between the literals that the compiler does not join.
TOKENS = re.compile(r'(/\*.*?\*/|//[^\n]*)|"((?:\\.|[^"\\\n])*)"|\'(?:\\.|[^\'\\\n])+\'|([^\s/"\']+)', re.S)
END = "|"  # no phrase contains it


def texts(path):
    """The texts of a file: (kind, [(line, text), ...])."""
    source = path.read_text()
    if path.suffix not in (".c", ".h"):
        yield "docs", enumerate(source.split("\n"), 1)
        return
    literals, comments, line, at = [], [], 1, 0
    for token in TOKENS.finditer(source):
        comment, literal, code = token.groups()
        if code is not None:
            if literals and literals[-1][1] is not END:
                literals.append((0, END))
            if comments and comments[-1][1] is not END:
                comments.append((0, END))
            continue
        line, at = line + source.count("\n", at, token.start()), token.start()
        if literal is not None:
            literals.append((line, literal.replace("\\n", " ")))
        elif comment:
            comments += enumerate(comment.split("\n"), line)
    yield "messages", literals
    yield "comments", comments


def offences(root, phrases):
    files = [*root.glob("docs/*.md"), root / "README.md", root / "NEWS.md", *root.glob("src/cli/**/*.txt"),
             *root.glob("src/**/*.[ch]"), *root.glob("sdk/*.h")]
    files = sorted(path for path in files if path.is_file())
    if not files:
        sys.exit("no files in %s" % root)
    for path in files:
        for kind, lines in texts(path):
            words = [(word, line) for line, text in lines for word in (w.strip("`*/_()[]\"") for w in text.lower().split()) if word]
            for i, (word, line) in enumerate(words):
                for phrase, right in phrases[kind].get(word.rstrip(".,;:!?"), ()):
                    found = [w for w, _ in words[i:i + len(phrase)]]
                    found[-1] = found[-1].rstrip(".,;:!?`*/_()[]\"")
                    if found == phrase:
                        yield "%s:%d: '%s': %s" % (path.relative_to(root), line, " ".join(phrase), right)


phrases = {"docs": {}, "messages": {}, "comments": {}}
for line in pathlib.Path(sys.argv[2]).read_text().splitlines():
    if line and line[0] != "#":
        where, wrong, right = re.fullmatch(r"(\S+) (.+?) = (.+)", line).groups()
        wrong = wrong.split()
        for kind in phrases if where == "all" else where.split(","):
            phrases[kind].setdefault(wrong[0], []).append((wrong, right))
for offence in offences(pathlib.Path(sys.argv[1]), phrases):
    print(offence)
