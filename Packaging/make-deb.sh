#!/usr/bin/env bash
# Makes a Debian package of the built program, in the working directory.
#
#   make-deb.sh BINARY
set -euo pipefail
umask 022
command -v dpkg-shlibdeps > /dev/null || {
  echo "make deb needs dpkg-shlibdeps; install it with: sudo apt-get install dpkg-dev" >&2
  exit 1
}
package=$(cd "$(dirname "$0")/.." && pwd)
binary=$1
version=$("$binary" --version)-1
architecture=$(dpkg --print-architecture)
maintainer="${DEBFULLNAME:-Hallo maintainers} <${DEBEMAIL:-maintainers@example.org}>"
# Of the last commit, so that the same sources give the same package.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$package" log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
docs=$root/usr/share/doc/hallo-migrate

"$package/Packaging/install.sh" "$binary" "$root/usr"
strip --remove-section=.comment --remove-section=.note "$root/usr/bin/hallo-migrate"
gzip -9n "$root"/usr/share/man/man1/*.1
# Debian's zsh looks there for what packages bring.
mv "$root/usr/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions"

install -D -m 644 "$package/Packaging/copyright" "$docs/copyright"
install -m 644 "$package/README.md" "$docs/"
install -D -m 644 -t "$docs/Documentation" "$package"/Documentation/*.md
# What they link to.
ln -s ../../hallo-migrate/Samples "$docs/Samples"
gzip -9nc "$package/CHANGELOG.md" > "$docs/changelog.gz"
gzip -9nc > "$docs/changelog.Debian.gz" <<EOF
hallo-migrate ($version) unstable; urgency=medium

  * What is new is in changelog.gz.

 -- $maintainer  $(date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")
EOF
# The units run the program where this package puts it.
nightly=$root/usr/share/hallo-migrate/Samples/nightly
sed -i 's:/usr/local/bin/:/usr/bin/:g' "$nightly"/*
install -d "$docs/examples"
ln -s ../../../hallo-migrate/Samples/nightly "$docs/examples/nightly"
ln -s ../../../hallo-migrate/Samples/fleet "$docs/examples/fleet"

# Asks which packages have the libraries that the program is linked with.
mkdir -p "$work/debian" "$root/DEBIAN"
printf 'Source: hallo-migrate\n\nPackage: hallo-migrate\nArchitecture: any\n' > "$work/debian/control"
libraries=$(cd "$work" && dpkg-shlibdeps -O root/usr/bin/hallo-migrate | sed 's/^shlibs:Depends=//')

cat > "$root/DEBIAN/control" <<EOF
Package: hallo-migrate
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Section: database
Priority: optional
Depends: $libraries
Recommends: ca-certificates, tzdata
Suggests: sqlite3
Installed-Size: $(du -sk --apparent-size --exclude=DEBIAN "$root" | cut -f1)
Description: migrations and photo archive of a Hallo database
 Migrates a Hallo database (Firestore) with exact dry runs, a reason for every
 document left alone, and undo to the byte; and archives its old photos every
 night, into tar files that are proved to have them before a photo leaves the
 database.
EOF
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) > "$root/DEBIAN/md5sums"
chmod 644 "$root/DEBIAN/md5sums" "$root/DEBIAN/control"

dpkg-deb --root-owner-group --build "$root" "hallo-migrate_${version}_$architecture.deb"
