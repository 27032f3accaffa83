import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const { LUIT_URL, LUIT_API_KEY } = process.env;

interface Video {
  id: string;
  status: 'queued' | 'in_progress' | 'completed' | 'failed';
  error: { code: string; message: string } | null;
}

/**
 * Retries what was refused for the moment. The Idempotency-Key stays the same,
 * so nothing is created twice.
 */
async function call(path: string, body?: object): Promise<Response> {
  const headers = new Headers({ authorization: `Bearer ${LUIT_API_KEY}` });
  if (body) {
    headers.set('content-type', 'application/json');
    headers.set('idempotency-key', randomUUID());
  }
  const method = body ? 'POST' : 'GET';
  const request = { method, headers, body: body && JSON.stringify(body) };
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${LUIT_URL}/v1${path}`, request);
    if (response.ok) return response;
    const problem = (await response.json()) as Record<string, string>;
    const seconds = Number(response.headers.get('retry-after'));
    if (!seconds || attempt === 5)
      throw new Error(
        `${problem.code}: ${problem.detail} (${problem.request_id})`,
      );
    await sleep(seconds * 1_000);
  }
}

async function callForVideo(path: string, body?: object): Promise<Video> {
  return (await (await call(path, body)).json()) as Video;
}

const wanted = { prompt: 'A boat on the river at dawn', size: '854x480' };
let video = await callForVideo('/videos', wanted);
while (video.status === 'queued' || video.status === 'in_progress') {
  await sleep(2_000);
  video = await callForVideo(`/videos/${video.id}`);
}
if (video.status === 'failed')
  throw new Error(`${video.error?.code}: ${video.error?.message}`);
const content = await call(`/videos/${video.id}/content`);
await writeFile('boat.mp4', Buffer.from(await content.arrayBuffer()));
console.log(`Saved ${video.id} as boat.mp4`);
