curl -sS --fail-with-body --no-buffer \
  "$LUIT_URL/v1/videos/$VIDEO_ID/events" \
  --header "Authorization: Bearer $LUIT_API_KEY"
