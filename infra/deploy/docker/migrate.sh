#!/bin/sh
# Runs before a start: creates roles and schemas, then runs each service's migrations as the owner of its schema. Idempotent.
set -eu
node services/platform/dist/database/prepare-database.main.js
for service in auth billing generation; do node "services/$service/dist/migrate.js"; done
