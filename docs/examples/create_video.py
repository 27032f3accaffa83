import json
import os
import time
import urllib.error
import urllib.request
import uuid

URL = os.environ["LUIT_URL"] + "/v1"
KEY = os.environ["LUIT_API_KEY"]


def call(path, body=None):
    """Retries what was refused for the moment. The Idempotency-Key stays the same,
    so nothing is created twice."""
    headers = {"Authorization": f"Bearer {KEY}"}
    if body is not None:
        headers["Content-Type"] = "application/json"
        headers["Idempotency-Key"] = str(uuid.uuid4())
        body = json.dumps(body).encode()
    request = urllib.request.Request(URL + path, body, headers)
    for attempt in range(1, 6):
        try:
            with urllib.request.urlopen(request) as response:
                return response.read()
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            seconds = error.headers.get("Retry-After")
            if seconds is None or attempt == 5:
                raise SystemExit(
                    f"{problem['code']}: {problem['detail']} ({problem['request_id']})"
                )
            time.sleep(int(seconds))


video = json.loads(
    call("/videos", {"prompt": "A boat on the river at dawn", "size": "854x480"})
)
while video["status"] in ("queued", "in_progress"):
    time.sleep(2)
    video = json.loads(call(f"/videos/{video['id']}"))
if video["status"] == "failed":
    raise SystemExit(f"{video['error']['code']}: {video['error']['message']}")
with open("boat.mp4", "wb") as file:
    file.write(call(f"/videos/{video['id']}/content"))
print(f"Saved {video['id']} as boat.mp4")
