#!/bin/sh
# The step before a start: roles and schemas, then each service's migrations with its own role. Safe to run again.
set -eu
case "${LUIT_MODE:-production}:$ADMIN_DATABASE_URL" in
  local:*) ;;
  *:*:change-me*@*) echo 'POSTGRES_PASSWORD still holds a placeholder; set one of your own, or LUIT_MODE=local' >&2; exit 1 ;;
esac
node services/platform/dist/database/prepare.js
host=${ADMIN_DATABASE_URL#*@}
migrate() { DATABASE_URL="postgres://luit_$1:$2@$host" node "services/$1/dist/migrate.js"; }
migrate auth "$DB_PASSWORD_AUTH"
migrate billing "$DB_PASSWORD_BILLING"
migrate generation "$DB_PASSWORD_GENERATION"
