#!/usr/bin/env bash
# Runs the main job on the sample database: import, status, dry run, up, explain, down.
set -euo pipefail
samples=$(cd "$(dirname "$0")" && pwd)
binary=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
unset HALLO_STORE HALLO_REGION

# Prints a command as a person would type it, and runs it.
step() {
  printf '\n$ hallo-migrate %s\n' "$*"
  "$binary" "$@"
}

cp -r "$samples/firestore-export" .
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
