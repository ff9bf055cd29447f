"""Reads the catalogues of po/."""
import ast
import re


def entries(path):
    """Yields the texts of a catalogue: their fields by name, and its comments and flags."""
    for block in open(path, encoding="utf-8").read().split("\n\n"):
        fields, name = {}, None
        for line in block.split("\n"):
            match = re.match(r'(msgid|msgid_plural|msgstr(?:\[\d\])?) (".*")$', line)
            if match:
                name = match[1]
                fields[name] = ast.literal_eval(match[2])
            elif line.startswith('"'):
                fields[name] += ast.literal_eval(line)
        comments = [line for line in block.split("\n") if line.startswith("#")]
        if name:
            yield fields, comments
