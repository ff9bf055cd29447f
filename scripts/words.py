#!/usr/bin/env python3
"""Looks for words that scripts/words.txt replaces by those of the field.

    scripts/words.py FILE-OR-FOLDER…

Prints each of them with its place and what to write instead, and fails where there is one.
"""

import pathlib
import re
import sys

LIST = pathlib.Path(__file__).with_name("words.txt")
ENDINGS = {".swift", ".md", ".h", ".c", ".sh", ".py", ".xml", ".in", ".1", ".5", ".conf", ".txt"}
# A phrase may go on in the next line, behind the mark of a comment.
GAP = r"(?:\s|///?(?=\s)|#(?=\s))+"


def read_list():
    """The patterns with what to write instead, and the pattern of what is fine all the same."""
    words, fine = [], []
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        pattern, _, better = (part.strip() for part in line.partition("->"))
        if pattern.startswith("fine:"):
            fine.append(pattern.removeprefix("fine:").strip())
        elif better:
            words.append((re.compile(rf"(?<![\w-])(?:{pattern.replace(' ', GAP)})(?![\w-])", re.I), better))
        else:
            sys.exit(f"{LIST}: a line has no ->: {line}")
    return words, re.compile("|".join(entry.replace(" ", GAP) for entry in fine) or r"(?!)")


def files(names):
    for name in names:
        path = pathlib.Path(name)
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.suffix in ENDINGS and file.is_file())
        elif path.exists():
            yield path
        else:
            sys.exit(f"{name} does not exist")


def main(names):
    words, fine = read_list()
    count = 0
    for file in files(names):
        if file.resolve() in (LIST.resolve(), pathlib.Path(__file__).resolve()):
            continue
        text = fine.sub(lambda found: re.sub(r"\S", "·", found[0]), file.read_text(encoding="utf-8"))
        for pattern, better in words:
            for found in pattern.finditer(text):
                count += 1
                line = text.count("\n", 0, found.start()) + 1
                written = " ".join(found[0].split())
                print(f"{file}:{line}: {written}: write {better}", file=sys.stderr)
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
