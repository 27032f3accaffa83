curl -sS --fail-with-body --request POST \
  "$LUIT_URL/v1/videos/$VIDEO_ID/cancel" \
  --header "Authorization: Bearer $LUIT_API_KEY"
