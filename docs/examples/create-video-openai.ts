import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: `${process.env.LUIT_URL}/v1`,
  apiKey: process.env.LUIT_API_KEY,
});

let video = await client.videos.create(
  { prompt: 'A boat on the river at dawn', size: '1280x720' },
  { headers: { 'Idempotency-Key': randomUUID() } },
);
while (video.status === 'queued' || video.status === 'in_progress') {
  await sleep(2_000);
  video = await client.videos.retrieve(video.id);
}
if (video.status === 'failed')
  throw new Error(`${video.error?.code}: ${video.error?.message}`);
const content = await client.videos.downloadContent(video.id);
await writeFile('boat.mp4', Buffer.from(await content.arrayBuffer()));
console.log(`Saved ${video.id} as boat.mp4`);
