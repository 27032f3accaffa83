#!/bin/sh
# Runs before a start: creates roles and schemas, then runs each service's migrations with its own role. Idempotent.
set -eu
node services/platform/dist/database/prepare-database.main.js
host=${ADMIN_DATABASE_URL#*@}
migrate() { DATABASE_URL="postgres://luit_$1:$2@$host" node "services/$1/dist/migrate.js"; }
migrate auth "$DB_PASSWORD_AUTH"
migrate billing "$DB_PASSWORD_BILLING"
migrate generation "$DB_PASSWORD_GENERATION"
