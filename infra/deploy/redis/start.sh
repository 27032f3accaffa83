#!/bin/sh
# Starts Redis with the ACL file in the first argument; further arguments are passed to redis-server. Replaces each
# #REDIS_PASSWORD_… in the file with the hash of that variable, so that no password is on disk or in the process list.
set -eu
rules=$(cat "$1")
shift
for name in $(printf '%s\n' "$rules" | grep -o 'REDIS_PASSWORD_[A-Z]*'); do
  eval "password=\${$name:-}"
  case "${LUIT_MODE:-production}:$password" in
    *:) echo "$name is not set" >&2; exit 1 ;;
    local:*) ;;
    *:change-me*) echo "$name is a placeholder; generate your own password, or set LUIT_MODE=local" >&2; exit 1 ;;
  esac
  hash=$(printf '%s' "$password" | sha256sum | cut -d' ' -f1)
  rules=$(printf '%s\n' "$rules" | sed "s/#$name /#$hash /")
done
# World-readable, because Redis may run as another user than this script.
users=${DATA_DIR:-/data}/users.acl
(umask 022 && printf '%s\n' "$rules" >"$users")
exec docker-entrypoint.sh redis-server --aclfile "$users" "$@"
