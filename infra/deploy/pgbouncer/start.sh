#!/bin/sh
# Starts PgBouncer in front of POSTGRES_ADDRESS (host:port) with the settings in the first argument. Its users are the services'
# roles, with DB_PASSWORD_AUTH, DB_PASSWORD_BILLING and DB_PASSWORD_GENERATION.
set -eu
umask 077
folder=$(mktemp -d)
for service in auth billing generation; do
  eval "password=\${DB_PASSWORD_$(printf '%s' "$service" | tr a-z A-Z)}"
  printf '"luit_%s" "%s"\n' "$service" "$password"
done >"$folder/users.txt"
{
  printf '[databases]\n* = host=%s port=%s\n' "${POSTGRES_ADDRESS%:*}" "${POSTGRES_ADDRESS##*:}"
  printf '[pgbouncer]\nlisten_addr = *\nlisten_port = 6432\nunix_socket_dir = /tmp\nauth_file = %s/users.txt\n' "$folder"
  cat "$1"
} >"$folder/pgbouncer.ini"
exec pgbouncer "$folder/pgbouncer.ini"
