#!/bin/sh
# Runs the command `recover` as the user of Postgres, which may not own the folder that contains the data yet.
set -eu
mkdir -p "$PGDATA"
chown postgres "$(dirname "$PGDATA")" "$PGDATA"
[ -s "$PGDATA/PG_VERSION" ] || rmdir "$PGDATA"
exec setpriv --reuid=postgres --regid=postgres --clear-groups \
  node --enable-source-maps services/platform/dist/backups/recover.main.js "$@"
