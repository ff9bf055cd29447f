"""Prints the share of lines that tests ran, by target, and the files below a half, from `llvm-cov export`."""

import collections
import json
import sys

lines = collections.defaultdict(lambda: [0, 0])
few = []
for entry in json.load(sys.stdin)["data"][0]["files"]:
    parts = entry["filename"].split("/")
    if "Sources" not in parts:
        continue
    path = parts[parts.index("Sources") + 1 :]
    summary = entry["summary"]["lines"]
    for name in (path[0], "all"):
        lines[name][0] += summary["covered"]
        lines[name][1] += summary["count"]
    if summary["count"] and summary["covered"] * 2 < summary["count"]:
        few.append((summary["percent"], "/".join(path), summary["count"]))

for name, (covered, count) in sorted(lines.items()):
    print(f"{name:24} {100 * covered / max(count, 1):5.1f} %  of {count} lines")
print("files of which less than a half runs:")
for percent, path, count in sorted(few):
    print(f"  {percent:5.1f} %  {path} ({count} lines)")
