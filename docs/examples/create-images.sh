curl -sS --fail-with-body "$LUIT_URL/v1/images/generations" \
  --header "Authorization: Bearer $LUIT_API_KEY" \
  --header "Content-Type: application/json" \
  --header "Idempotency-Key: images-$(date +%s)" \
  --data '{"prompt": "A heron on a sandbar at dawn", "n": 2, "size": "1536x1024"}'
