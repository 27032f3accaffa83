while true; do
  curl -sS --fail-with-body --output video.json \
    "$LUIT_URL/v1/videos/$VIDEO_ID" \
    --header "Authorization: Bearer $LUIT_API_KEY" || break
  grep -qE '"status":"(completed|failed)"' video.json && break
  sleep 2
done
cat video.json
