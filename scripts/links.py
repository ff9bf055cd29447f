#!/usr/bin/env python3
"""Checks the links of the documentation that lead to files and headings of this repository.

    scripts/links.py README.md docs/*.md …

Fails where a file or a heading does not exist, where a page of docs/ cannot be reached from README.md, and where
an article that DocC links to does not exist. Nothing is fetched: addresses on the web are not checked.
"""

import pathlib
import re
import sys
import urllib.parse

FENCE = re.compile(r"^(```|~~~)")
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^()\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
REFERENCE = re.compile(r"^\[[^\]]+\]:\s*<?(\S+?)>?\s*$")
ARTICLE = re.compile(r"<doc:([^>]+)>")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")


def lines_without_code(path):
    """The lines with their numbers, without blocks of code; code within a line is blanked out in the second text."""
    is_code = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if FENCE.match(line.strip()):
            is_code = not is_code
        elif not is_code:
            yield number, line, re.sub(r"`[^`]*`", lambda found: "x" * len(found[0]), line)


def anchor(heading):
    """The anchor that GitHub gives to a heading."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
    text = re.sub(r"[^\w\- ]", "", text.strip().lower())
    return text.replace(" ", "-")


def anchors(path):
    found = set()
    for _, line, _ in lines_without_code(path):
        heading = HEADING.match(line)
        if heading:
            name = plain = anchor(heading[1])
            count = 0
            while name in found:
                count += 1
                name = f"{plain}-{count}"
            found.add(name)
    return found


def problem_of(page, target):
    """What is wrong with a link, and the file that it leads to."""
    address = urllib.parse.urlsplit(target)
    if address.scheme or target.startswith("//"):
        return None, None
    name = urllib.parse.unquote(address.path)
    file = (page.parent / name).resolve() if name else page.resolve()
    if not file.exists():
        return f"{name} does not exist", None
    wanted = urllib.parse.unquote(address.fragment)
    if wanted and file.suffix == ".md" and wanted not in anchors(file):
        return f"{name or page.name} has no heading #{wanted}", file
    return None, file


def main(names):
    pages = [pathlib.Path(name) for name in names]
    problems = []
    leads = {}
    for page in pages:
        leads[page.resolve()] = set()
        articles = {file.stem for file in page.parent.glob("*.md")}
        for number, line, visible in lines_without_code(page):
            reference = REFERENCE.match(line)
            targets = [reference[1]] if reference else [
                line[found.start(1):found.end(1)] for found in LINK.finditer(visible)]
            for target in targets:
                problem, file = problem_of(page, target)
                if file:
                    leads[page.resolve()].add(file)
                if problem:
                    problems.append(f"{page}:{number}: {problem}")
            for article in ARTICLE.findall(visible):
                if article.split("#")[0] not in articles:
                    problems.append(f"{page}:{number}: there is no article {article}")
    start = pathlib.Path("README.md").resolve()
    reached, waiting = {start}, [start]
    while waiting:
        for file in leads.get(waiting.pop(), ()):
            if file not in reached:
                reached.add(file)
                waiting.append(file)
    docs = pathlib.Path("docs").resolve()
    for page in pages:
        if docs in page.resolve().parents and page.resolve() not in reached:
            problems.append(f"{page}: no link from README.md leads here")
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
