#!/usr/bin/env python3
"""Writes what is in the programs as a CycloneDX 1.5 document: scripts/sbom.py FOLDER >sbom.json

FOLDER has the built programs. The Swift packages are those of Package.resolved, whose code is inside; the system's
libraries are those that the programs are linked with, by the Debian packages of this machine, and those of which
they have a static copy.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The libraries that are inside, as the Makefile links them.
INSIDE = ["libstdc++.a", "libsodium.a"]


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def owner(path):
    """The Debian package of a file; None if none has it."""
    for candidate in (path, path.resolve()):
        found = subprocess.run(["dpkg", "-S", str(candidate)], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    return None


def debian(name):
    """The component of an installed Debian package."""
    found = subprocess.run(
        ["dpkg-query", "-W", "-f", "${binary:Package} ${Version}\n", name], capture_output=True, text=True
    ).stdout.split()
    package, version = found[0].split(":")[0], found[1]
    purl = f"pkg:deb/debian/{package}@{version.replace('+', '%2B').replace(':', '%3A')}"
    return {"type": "library", "bom-ref": purl, "name": package, "version": version, "purl": purl, "scope": "required"}


def swift_packages():
    """The components of the Swift packages, with their versions, and who depends on whom."""
    tree = json.loads(run("swift", "package", "--package-path", str(ROOT), "show-dependencies", "--format", "json"))
    components, edges = [], {}

    def reference(package):
        address = re.sub(r"^https://|\.git$", "", package["url"])
        return f"pkg:swift/{address}@{package['version']}"

    def visit(package, name):
        edges[name] = sorted({reference(child) for child in package["dependencies"]})
        for child in package["dependencies"]:
            purl = reference(child)
            if purl not in edges:
                components.append(
                    {
                        "type": "library",
                        "bom-ref": purl,
                        "name": child["name"],
                        "version": child["version"],
                        "purl": purl,
                        "scope": "required",
                    }
                )
                visit(child, purl)

    visit(tree, "notify-schedule")
    return components, edges


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    programs = sorted(path for path in pathlib.Path(sys.argv[1]).glob("notify-*") if path.is_file() and path.suffix == "")
    if not programs:
        sys.exit(f"scripts/sbom.py: there are no programs in {sys.argv[1]}; build them first: make release")
    needed = set()
    for program in programs:
        needed |= set(re.findall(r"\(NEEDED\).*\[(.*?)\]", run("readelf", "--dynamic", str(program))))
    libraries = dict(re.findall(r"^\t(\S+) .* => (\S+)$", run("ldconfig", "-p"), re.MULTILINE))
    files = [libraries.get(name, name) for name in needed]
    files += [run("g++", f"-print-file-name={name}").strip() for name in INSIDE]
    owners = {owner(pathlib.Path(file)) for file in files} - {None}
    components, edges = swift_packages()
    compiler = re.search(r"Swift version (\S+)", run("swift", "--version")).group(1)
    purl = f"pkg:github/swiftlang/swift@swift-{compiler}-RELEASE"
    system = [debian(name) for name in sorted(owners)]
    system.append({"type": "library", "bom-ref": purl, "name": "swift", "version": compiler, "purl": purl})
    edges["notify-schedule"] = sorted(edges["notify-schedule"] + [component["bom-ref"] for component in system])
    version = (ROOT / "Sources/AgentInterface/VERSION").read_text().strip()
    json.dump(
        {
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "metadata": {
                "component": {
                    "type": "application",
                    "bom-ref": "notify-schedule",
                    "name": "notify-schedule",
                    "version": version,
                    "licenses": [{"license": {"id": "MIT"}}],
                }
            },
            "components": components + system,
            "dependencies": [{"ref": name, "dependsOn": found} for name, found in sorted(edges.items())],
        },
        sys.stdout,
        indent=2,
    )
    print()


main()
