curl -sS --fail-with-body "$LUIT_URL/v1/videos" \
  --header "Authorization: Bearer $LUIT_API_KEY" \
  --header "Idempotency-Key: photo-$(date +%s)" \
  --form "prompt=The river begins to flow" \
  --form "input_reference=@photo.jpg" \
  --form "metadata[order]=1742"
