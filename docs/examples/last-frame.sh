curl -sS --fail-with-body "$LUIT_URL/v1/videos" \
  --header "Authorization: Bearer $LUIT_API_KEY" \
  --header "Idempotency-Key: frames-$(date +%s)" \
  --form "prompt=The river rises" \
  --form "input_reference=@photo.jpg" \
  --form "last_frame=@photo.jpg"
