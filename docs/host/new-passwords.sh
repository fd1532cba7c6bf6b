#!/bin/sh
# Writes a random password for each role of the database to the folder `secrets`. Existing passwords are kept.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
for role in admin owner service; do
    [ -s "secrets/$role" ] || head -c 24 /dev/urandom | base64 | tr -d '/+=\n' >"secrets/$role"
done
chmod 644 secrets/* # readable in the containers; on this machine the folder keeps other users out
