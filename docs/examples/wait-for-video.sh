while video=$(curl -sS --fail-with-body \
  "$LUIT_URL/v1/videos/$VIDEO_ID" \
  --header "Authorization: Bearer $LUIT_API_KEY"); do
  case $video in
    *'"status":"completed"'* | *'"status":"failed"'*) break ;;
  esac
  sleep 2
done
echo "$video"
