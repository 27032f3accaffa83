curl -sS --fail-with-body "$LUIT_URL/v1/usage.csv?group_by=key" \
  --header "Authorization: Bearer $LUIT_API_KEY"
