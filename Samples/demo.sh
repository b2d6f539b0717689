#!/usr/bin/env bash
# Runs the main jobs on the sample database: import, status, dry run, up, explain, down; and archiving
# photos.
set -euo pipefail
samples=$(cd "$(dirname "$0")" && pwd)
binary=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
unset "${!HALLO_@}"

# Prints a command as a person would type it, and runs it.
step() {
  printf '\n$ hallo-migrate %s\n' "$*"
  hallo-migrate "$@"
}

hallo-migrate() { "$binary" "$@"; }

# The same for any line of shell.
show() {
  printf '\n$ %s\n' "$1"
  eval "$1"
}

cp -r "$samples/firestore-export" "$samples/mirror" .
step import firestore-export
step digest
step status
step up --dry-run --save-plan plan.json
step up --plan plan.json --quiet
step explain gallery_events/cu9cd9oXhzSXRIDTSNjf
step run
step export migrated
step down --to 0000
step digest

# Photos are archived from a migrated database: one that still names its profile by number stays. The
# sample is dated 2025-11-01, and on that day less than half of its events are due, so that no --force
# is needed.
show 'hallo-migrate up > up.txt'
step archive run --as-of 2025-11-01 --mirror mirror
step archive verify
step archive list --user photos --limit 5
step archive unpack --to photos --user photos --month 2025-06

# The archive can be read with nothing of ours.
show 'mkdir by-tar && tar xf gallery-archive/photos/*/2025/06/part-000001.tar -C by-tar'
show 'diff -r photos by-tar && echo the same photos'
show 'cd gallery-archive/photos/*/2025/06 && sha256sum -c SHA256SUMS'
