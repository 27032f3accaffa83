#!/bin/sh
# Starts Redis with the users of the rules named first, and the arguments that follow. Each #REDIS_PASSWORD_… in the rules
# becomes the hash of the variable of that name, so that no password lies in the folder or in the process list.
set -eu
rules=$(cat "$1")
shift
for name in $(printf '%s\n' "$rules" | grep -o 'REDIS_PASSWORD_[A-Z]*'); do
  eval "password=\${$name:-}"
  case "${LUIT_MODE:-production}:$password" in
    *:) echo "$name is not set" >&2; exit 1 ;;
    local:*) ;;
    *:change-me*) echo "$name still holds a placeholder; set one of your own, or LUIT_MODE=local" >&2; exit 1 ;;
  esac
  hash=$(printf '%s' "$password" | sha256sum | cut -d' ' -f1)
  rules=$(printf '%s\n' "$rules" | sed "s/#$name /#$hash /")
done
# Redis itself may run as another user than this script.
users=${DATA_DIR:-/data}/users.acl
(umask 022 && printf '%s\n' "$rules" >"$users")
exec docker-entrypoint.sh redis-server --aclfile "$users" "$@"
