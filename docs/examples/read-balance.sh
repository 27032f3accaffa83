curl -sS --fail-with-body "$LUIT_URL/v1/balance" \
  --header "Authorization: Bearer $LUIT_API_KEY"
