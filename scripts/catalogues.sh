#!/usr/bin/env bash
# The texts in other languages: catalogues.sh template | merge | build FOLDER | check
#
#   template      writes the texts of the source to po/notify-schedule.pot, and brings po/*.po up to it
#   build FOLDER  writes the catalogues of all languages to FOLDER, and that of the language xx, in which each text is the
#                 English one, decorated and in brackets
#   check         compares the texts of the source with the template, and the translations with the texts
set -euo pipefail
cd "$(dirname "$0")/.."
domain=notify-schedule
template=po/$domain.pot
read -ra languages <po/LINGUAS

# Writes the texts of the source to $1.
extract() {
    local swift others options
    mapfile -t swift < <(grep -rlE '\btrn?\(' Sources --include='*.swift' | LC_ALL=C sort)
    mapfile -t others < <(grep -rl 'translatable="yes"' Sources --include='*.ui' | LC_ALL=C sort)
    others+=(data/org.notifyschedule.*.desktop.in data/krunner/*.desktop.in data/metainfo/*.metainfo.xml.in)
    options=(--output="$1" --from-code=UTF-8 --add-comments=Translators --add-location=file --sort-by-file
        --package-name="$domain")
    # A text in Swift has the form of one in C, if it stands in one line. What else differs is not of a text.
    xgettext "${options[@]}" --language=C --keyword --keyword=tr --keyword=trn:1,2 \
        --flag=tr:1:c-format --flag=trn:1:c-format --flag=trn:2:c-format "${swift[@]}" 2>"$1.log" ||
        { cat "$1.log" >&2; exit 1; }
    rm "$1.log"
    xgettext "${options[@]}" --join-existing "${others[@]}"
    # The day on which it was made changes nothing.
    sed -i -e '/^"POT-Creation-Date/d' -e '/^# SOME DESCRIPTIVE/,/^# FIRST AUTHOR/d' "$1"
}

case ${1-} in
template)
    extract "$template"
    for language in "${languages[@]}"; do
        msgmerge --quiet --update --backup=none --no-fuzzy-matching --add-location=file "po/$language.po" "$template"
    done
    ;;
build)
    for language in "${languages[@]}"; do
        mkdir -p "$2/$language/LC_MESSAGES"
        msgfmt --output-file="$2/$language/LC_MESSAGES/$domain.mo" "po/$language.po"
    done
    mkdir -p "$2/xx/LC_MESSAGES"
    scripts/pseudo-catalogue.py "$template" | msgfmt --output-file="$2/xx/LC_MESSAGES/$domain.mo" -
    ;;
check)
    work=$(mktemp -d)
    trap 'rm -r "$work"' EXIT
    extract "$work/$domain.pot"
    diff -u "$template" "$work/$domain.pot" ||
        { echo "the texts of the source differ from $template; run: make pot" >&2; exit 1; }
    # gettext leaves out what is no literal of C: one in three quotation marks, with signs before it or escapes of Swift.
    if grep -rlPz --include='*.swift' '\btrn?\(\s*(//[^\n]*\n\s*)*("""|#+"|"([^"\\\n]|\\.)*\\[u(])' Sources; then
        echo "a text in these files is not a plain literal on one line" >&2
        exit 1
    fi
    for language in "${languages[@]}"; do
        msgfmt --check --output-file=/dev/null "po/$language.po"
    done
    scripts/check-catalogues.py "$template" "${languages[@]/#/po/}"
    ;;
*)
    sed -n '2,8s/^# \?//p' "$0" >&2
    exit 64
    ;;
esac
