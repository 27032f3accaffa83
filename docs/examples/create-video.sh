curl -sS --fail-with-body "$LUIT_URL/v1/videos" \
  --header "Authorization: Bearer $LUIT_API_KEY" \
  --header "Content-Type: application/json" \
  --header "Idempotency-Key: boat-$(date +%s)" \
  --data '{
    "prompt": "A boat on the river at dawn",
    "seconds": "5",
    "size": "854x480"
  }'
