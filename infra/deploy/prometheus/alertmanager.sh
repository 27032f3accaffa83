#!/bin/sh
# Writes the configuration of Alertmanager from the settings of Luit's own mails, and starts it. `page` mails at once and every hour,
# `ticket` once a day; LuitDeadMansSwitch always fires and goes to nobody until you route it.
set -eu
[ -n "${ADMIN_EMAIL:-}" ] || { echo 'ADMIN_EMAIL is not set' >&2; exit 1; }
# Decodes %40 and the like.
decode() {
  text=$1
  while [ "$text" != "${text#*\%}" ]; do
    printf '%s' "${text%%\%*}"
    text=${text#*\%}
    # shellcheck disable=SC2059 # The octal code is the format.
    printf "\\$(printf '%03o' "0x$(printf '%.2s' "$text")")"
    text=${text#??}
  done
  printf '%s' "$text"
}
# A value in single quotes of YAML.
quoted() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/''/g")"; }
rest=${SMTP_URL#*://}
rest=${rest%%/*}
address=${rest##*@}
case "$address" in *:*) ;; *) case "$SMTP_URL" in smtps:*) address=$address:465 ;; *) address=$address:587 ;; esac ;; esac
file=${DATA_DIR:-/tmp}/alertmanager.yml
umask 077
{
  echo 'global:'
  echo "  smtp_smarthost: $(quoted "$address")"
  echo "  smtp_from: $(quoted "$MAIL_FROM")"
  if [ "$rest" != "${rest#*@}" ]; then
    login=${rest%@*}
    echo "  smtp_auth_username: $(quoted "$(decode "${login%%:*}")")"
    echo "  smtp_auth_password: $(quoted "$(decode "${login#*:}")")"
  else
    echo '  smtp_require_tls: false'
  fi
  cat <<RULES
route:
  receiver: operators
  group_by: [alertname]
  group_wait: 30s
  repeat_interval: 1h
  routes:
    - { receiver: nobody, matchers: ['alertname = LuitDeadMansSwitch'] }
    - { receiver: operators, matchers: ['severity = ticket'], repeat_interval: 24h }
receivers:
  - name: nobody
  - name: operators
    email_configs: [{ to: $(quoted "$ADMIN_EMAIL"), send_resolved: true }]
RULES
} >"$file"
exec "${ALERTMANAGER:-/bin/alertmanager}" --config.file="$file" --storage.path="${DATA_DIR:-/tmp}/alertmanager"
