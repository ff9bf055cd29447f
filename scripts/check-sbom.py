#!/usr/bin/env python3
"""Validates a CycloneDX document by the schema of its version, and that it names what is inside: check-sbom.py sbom.json

Needs cyclonedx-python-lib of PyPI with its extra json-validation.
"""
import json
import pathlib
import sys

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    text = pathlib.Path(sys.argv[1]).read_text()
    document = json.loads(text)
    version = SchemaVersion.from_version(document["specVersion"])
    error = JsonStrictValidator(version).validate_str(text)
    if error:
        reason = str(error).splitlines()[0]
        sys.exit(f"scripts/check-sbom.py: {sys.argv[1]} is not CycloneDX {version.to_version()}: {reason}")
    names = {component["name"] for component in document["components"]}
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    expected = {pin["identity"] for pin in pins} | {"swift", "libc6", "libsodium-dev"}
    if missing := expected - names:
        sys.exit(f"scripts/check-sbom.py: {sys.argv[1]} does not name {', '.join(sorted(missing))}")
    known = {component["bom-ref"] for component in document["components"]} | {"notify-schedule"}
    named = {name for edge in document["dependencies"] for name in [edge["ref"], *edge["dependsOn"]]}
    if unknown := named - known:
        sys.exit(f"scripts/check-sbom.py: {sys.argv[1]} has dependencies without a component: {sorted(unknown)}")
    print(f"CycloneDX {document['specVersion']}, {len(names)} components")


main()
