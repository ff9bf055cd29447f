#!/bin/sh
# Prints the sizes of the packages of `make deb`, in MB, as docs/install.md has them; with --check it fails where the page
# has other ones.
set -eu
cd "$(dirname "$0")/.."
status=0
for name in notify-schedule notify-schedule-gtk swift-usernotifications-dev; do
    package=$(find .build/deb -name "${name}_*.deb" | head -n 1)
    [ -n "$package" ] || { echo "scripts/sizes.sh: there is no package $name in .build/deb; build it first: make deb" >&2; exit 66; }
    row=$({ stat -c %s "$package"; dpkg-deb -f "$package" Installed-Size; } |
        awk 'NR == 1 { printf "| %.0f MB ", $1 / 1e6 } NR == 2 { printf "| %.0f MB |\n", $1 * 1024 / 1e6 }')
    echo "\`$name\` $row"
    [ "${1:-}" != --check ] || grep -q "^| \`$name\`.* $row\$" docs/install.md || {
        echo "scripts/sizes.sh: docs/install.md has another size of $name" >&2
        status=1
    }
done
exit $status
