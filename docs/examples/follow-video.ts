import { setTimeout as sleep } from 'node:timers/promises';

const { LUIT_URL, LUIT_API_KEY, VIDEO_ID } = process.env;

let lastEventId = '';

/** @returns whether the final state is known */
async function follow(): Promise<boolean> {
  const response = await fetch(`${LUIT_URL}/v1/videos/${VIDEO_ID}/events`, {
    headers: {
      authorization: `Bearer ${LUIT_API_KEY}`,
      'last-event-id': lastEventId,
    },
  });
  if (response.status === 204) return true;
  if (!response.ok || !response.body) throw new Error(await response.text());
  let unread = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (unread + text).split('\n');
    unread = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('id: ')) lastEventId = line.slice('id: '.length);
      if (!line.startsWith('data: ')) continue;
      const video = JSON.parse(line.slice('data: '.length)) as {
        status: string;
      };
      console.log(video.status);
    }
  }
  return false;
}

/** What `fetch` throws if the connection breaks. The next one continues. */
function afterBrokenConnection(error: unknown): boolean {
  if (error instanceof TypeError) return false;
  throw error;
}

while (!(await follow().catch(afterBrokenConnection))) await sleep(2_000);
