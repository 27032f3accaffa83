curl -sS --fail-with-body "$LUIT_URL/v1/videos/$VIDEO_ID/remix" \
  --header "Authorization: Bearer $LUIT_API_KEY" \
  --header "Content-Type: application/json" \
  --header "Idempotency-Key: remix-$(date +%s)" \
  --data '{"prompt": "The same boat in the evening"}'
