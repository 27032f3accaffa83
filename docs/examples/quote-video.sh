curl -sS --fail-with-body "$LUIT_URL/v1/quotes" \
  --header "Authorization: Bearer $LUIT_API_KEY" \
  --header "Content-Type: application/json" \
  --data '{"seconds": "5", "size": "854x480"}'
