#!/usr/bin/env bash
# Installs the program, its completions and manual pages, which it is asked for, and the samples.
#
#   install.sh BINARY DIRECTORY      DIRECTORY is DESTDIR and PREFIX, such as /usr/local
set -euo pipefail
umask 022
package=$(cd "$(dirname "$0")/.." && pwd)
binary=$1
share=$2/share

# Writes standard input to a file.
put() { install -D -m 644 /dev/stdin "$1"; }

install -D -m 755 "$binary" "$2/bin/hallo-migrate"
for completion in \
  bash:bash-completion/completions/hallo-migrate \
  zsh:zsh/site-functions/_hallo-migrate \
  fish:fish/vendor_completions.d/hallo-migrate.fish
do
  "$binary" --generate-completion-script "${completion%%:*}" | sed "1{/^#!/d}" |
    put "$share/${completion#*:}"
done

manual=$(mktemp -d)
trap 'rm -rf "$manual"' EXIT
python3 "$package/Packaging/manual.py" "$binary" "$manual"
install -d "$share/man/man1"
install -m 644 "$manual"/*.1 "$share/man/man1/"

samples=$share/hallo-migrate/Samples
(cd "$package/Samples" && find legacy.ndjson hallo-migrate.yaml firestore-export mirror nightly fleet -type f) |
  while read -r file; do install -D -m 644 "$package/Samples/$file" "$samples/$file"; done
install -m 755 "$package/Samples/demo.sh" "$samples/"
