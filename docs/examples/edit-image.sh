curl -sS --fail-with-body "$LUIT_URL/v1/images/edits" \
  --header "Authorization: Bearer $LUIT_API_KEY" \
  --header "Idempotency-Key: edit-$(date +%s)" \
  --form "image=@photo.jpg" \
  --form "prompt=Make it evening" \
  --form "response_format=url"
