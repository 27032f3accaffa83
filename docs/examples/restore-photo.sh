curl -sS --fail-with-body "$LUIT_URL/v1/restorations" \
  --header "Authorization: Bearer $LUIT_API_KEY" \
  --header "Idempotency-Key: restore-$(date +%s)" \
  --form "image=@photo.jpg" \
  --form "quality=standard" \
  --form "color_restoration=true"
