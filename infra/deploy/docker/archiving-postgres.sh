#!/bin/sh
# The entrypoint of Postgres in production: starts it with an archive, which loses at most a minute if the disk is lost.
set -eu
if [ -z "${BACKUP_URL:-}" ]; then
  echo 'Set BACKUP_URL to the bucket that Postgres archives to (docs/operations/postgres.md)' >&2
  exit 78
fi
archive='node /luit/services/platform/dist/backups/barman.main.js wal-archive %p'
# 45 s, and the rest of the minute for the upload.
exec docker-entrypoint.sh "$@" -c archive_mode=on -c archive_timeout=45s -c "archive_command=$archive"
