#!/bin/sh
# Packs files of FILES/user/profile/year/month with bsdtar, and waits for the disk.
#
#   peer_tar.sh groups FILES OUTPUT    one tar a month
#   peer_tar.sh one FILES OUTPUT       one tar of all
set -eu
cd "$2"
tars=0
case $1 in
groups)
  for group in */*/*/*; do
    tars=$((tars + 1))
    bsdtar -cf "$3/$tars.tar" "$group"
  done
  ;;
one)
  tars=1
  bsdtar -cf "$3/1.tar" .
  ;;
esac
sync -f "$3"
echo "{\"bundles\":$tars}"
