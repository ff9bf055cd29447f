#!/usr/bin/env python3
"""Checks the sizes and names of types in Sources against the rules of docs/architecture.md.

    Tests/sizes.py [--list]

A type's lines are those of all its declarations and extensions in a target, without nested types, comments and blank
lines. Stored properties and parameters of initialisers count where a type has state to guard: in classes, actors and
structures with mutating methods other than visit, not in plain records and commands. A name that is not private is
given in one target only. The exceptions are the rows of
the table "Sizes" in docs/architecture.md; a row that is no longer needed fails, too. --list prints the largest types.
"""

import pathlib
import re
import sys
from collections import Counter, defaultdict

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMITS = {"lines": 400, "properties": 12, "parameters": 6}

DECLARATION = re.compile(
    r"^\s*(?:@[\w.]+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate|final|indirect|open|nonisolated"
    r"|distributed)\s+)*(struct|class|actor|enum|protocol|extension)\s+([A-Za-z_][\w.]*)"
)
PROPERTY = re.compile(
    r"^\s*(?:@\w+\s+)*(?:(?:public|package|internal|private|fileprivate|final|weak|unowned|nonisolated|lazy)"
    r"(?:\((?:set|unsafe)\))?\s+)*(?:var|let)\s+([A-Za-z_]\w*)(.*)$"
)
INIT = re.compile(r"(?<![\w.])init[?!]?\s*(?:<[^>]*>)?\(")
STRING = re.compile(r'#*"""|"(?:\\.|[^"\\])*"')


def code_lines(text):
    """The lines without comments and with empty strings; `None` where nothing is left."""
    inside_comment = inside_string = False
    for line in text.splitlines():
        kept = ""
        while line:
            if inside_comment:
                _, found, line = line.partition("*/")
                inside_comment = not found
            elif inside_string:
                _, found, line = line.partition('"""')
                inside_string = not found
                kept += '""' if found else ""
            else:
                match = re.search(r'//|/\*|"""|"(?:\\.|[^"\\])*"', line)
                if not match:
                    kept, line = kept + line, ""
                    break
                kept += line[: match.start()]
                token, line = match.group(), line[match.end():]
                if token == "//":
                    line = ""
                elif token == "/*":
                    inside_comment = True
                elif token == '"""':
                    inside_string = True
                    kept += '""'
                else:
                    kept += '""'
        yield kept if kept.strip() or inside_string else None


def measure(path, target, sizes, properties, parameters, guarded, targets):
    """Adds the lines, stored properties, longest initialiser and target of each type of a file; and which have state."""
    stack, depth, pending, waiting = [], 0, None, None
    for line in code_lines(path.read_text(encoding="utf-8")):
        if line is None:
            continue
        declared = DECLARATION.match(line)
        if declared and declared.group(2) not in ("func", "var", "let"):
            outer = stack[-1][0] + "." if stack and declared.group(1) != "extension" else f"{target}."
            pending = outer + declared.group(2)
            if not stack and declared.group(1) != "extension" and not re.match(r"\s*(file)?private\b", line):
                targets[declared.group(2)].add(target)
            if declared.group(1) in ("class", "actor"):
                guarded.add(pending)
        elif stack and depth == stack[-1][1]:
            found = PROPERTY.match(line)
            # A computed property has a body and no initial value.
            if found and not re.search(r"\{\s*(?!didSet|willSet)", found.group(2).split("=")[0]):
                properties[stack[-1][0]].add(found.group(1))
        if stack and re.search(r"\bmutating func (?!visit\b)", line):
            guarded.add(stack[-1][0])
        owner = pending or (stack[-1][0] if stack else None)
        if owner:
            sizes[owner] += 1
        if stack and INIT.search(line) and depth == stack[-1][1]:
            waiting = line[INIT.search(line).end():]
        elif waiting is not None:
            waiting += line
        if waiting is not None and balanced(waiting):
            parameters[stack[-1][0]] = max(parameters[stack[-1][0]], labels(waiting))
            waiting = None
        for character in line:
            if character == "{":
                depth += 1
                if pending:
                    stack.append((pending, depth))
                    pending = None
            elif character == "}":
                if stack and stack[-1][1] == depth:
                    stack.pop()
                depth -= 1


def balanced(text):
    level = 1
    for character in text:
        level += (character in "([") - (character in ")]")
        if level == 0:
            return True
    return False


def labels(text):
    """The number of parameters of an initialiser, from behind its parenthesis."""
    level, parts = 1, [""]
    for character in text.replace("->", ""):
        level += (character in "([<") - (character in ")]>")
        if level == 0:
            break
        if character == "," and level == 1:
            parts.append("")
        else:
            parts[-1] += character
    return sum(1 for part in parts if part.strip())


def exceptions():
    """The rows of the table: (type, what) with the size that is allowed."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w.]+)` \| (\d+) (lines|properties|parameters) \|", text, re.M)
    return {(name, what): int(size) for name, size, what in rows}


def main():
    sizes, properties, parameters, guarded = Counter(), defaultdict(set), Counter(), set()
    targets = defaultdict(set)
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        target = path.relative_to(ROOT / "Sources").parts[0]
        measure(path, target, sizes, properties, parameters, guarded, targets)
    measured = {
        "lines": sizes,
        "properties": Counter({name: len(names) for name, names in properties.items() if name in guarded}),
        "parameters": Counter({name: count for name, count in parameters.items() if name in guarded}),
    }
    if sys.argv[1:] == ["--list"]:
        for what, counts in measured.items():
            for name, count in counts.most_common(25):
                print(f"{count:6} {what:10} {name}")
        return 0
    if sys.argv[1:]:
        sys.exit("usage: Tests/sizes.py [--list]")
    allowed, failed = exceptions(), 0
    for name, where in sorted(targets.items()):
        if len(where) > 1:
            print(f"{name} is the name of a type in {' and in '.join(sorted(where))}; rename one")
            failed = 1
    for what, limit in LIMITS.items():
        for name, count in sorted(measured[what].items()):
            if count > allowed.get((name, what), limit):
                print(f"{name} has {count} {what}; at most {allowed.get((name, what), limit)}, see docs/architecture.md")
                failed = 1
    for (name, what), size in sorted(allowed.items()):
        count = measured[what].get(name, 0)
        if count <= LIMITS[what]:
            print(f"docs/architecture.md: {name} has {count} {what} and needs no exception")
            failed = 1
        elif count < size * 9 // 10:
            print(f"docs/architecture.md: {name} has {count} {what}, not {size}; lower the exception")
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
