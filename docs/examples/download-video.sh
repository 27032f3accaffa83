curl -sS --fail --remove-on-error --output boat.mp4 \
  "$LUIT_URL/v1/videos/$VIDEO_ID/content" \
  --header "Authorization: Bearer $LUIT_API_KEY"
curl -sS --fail --remove-on-error --output boat.jpg \
  "$LUIT_URL/v1/videos/$VIDEO_ID/content?variant=thumbnail" \
  --header "Authorization: Bearer $LUIT_API_KEY"
