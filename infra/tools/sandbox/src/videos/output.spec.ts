import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { path as bundledFfprobe } from '@ffprobe-installer/ffprobe';
import { sandboxClient, type SandboxClient } from '../sandbox-client';
import { startSandbox, type RunningSandbox } from '../sandbox';

let sandbox: RunningSandbox;
let client: SandboxClient;
const folder = mkdtempSync(join(tmpdir(), 'sandbox-output-'));

beforeAll(async () => {
  sandbox = await startSandbox({ mailbox: false, replicate: { secondsPerVideo: 0.2 } });
  client = sandboxClient(sandbox);
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

async function outputOf(input: object): Promise<string> {
  const path = '/models/bytedance/seedance-1-pro/predictions';
  const { body } = await client.replicate('POST', path, { input }, { prefer: 'wait' });
  expect(body).toMatchObject({ status: 'succeeded', error: null });
  return String(body.output);
}

interface Probe {
  streams: { codec_name: string; pix_fmt: string; width: number; height: number; r_frame_rate: string }[];
  format: { duration: string; format_name: string };
}

function probe(video: Buffer): Probe {
  const file = join(folder, 'video.mp4');
  writeFileSync(file, video);
  const answer = execFileSync(bundledFfprobe, ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', file]);
  return JSON.parse(answer.toString()) as Probe;
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toBe('video/mp4');
  return Buffer.from(await response.arrayBuffer());
}

it.each([
  [5, '480p', 854, 480],
  [10, '720p', 1280, 720],
])('renders %d s at %s', async (duration, resolution, width, height) => {
  const video = await download(await outputOf({ prompt: 'Monsoon over a tea garden', duration, resolution }));
  const { streams, format } = probe(video);
  expect(streams).toEqual([
    expect.objectContaining({ codec_name: 'h264', pix_fmt: 'yuv420p', width, height, r_frame_rate: '12/1' }),
  ]);
  expect(Number(format.duration)).toBeCloseTo(duration, 1);
  // Playable while it loads: the index precedes the frames.
  expect(video.indexOf('moov')).toBeLessThan(video.indexOf('mdat'));
});

it.each([
  ['filter syntax and control characters', "%{localtime}':drawbox=c=red;[in]'\\'' , \\n $(id) `id` \u0000 \u0007"],
  ['many scripts and broken Unicode', 'नमस्ते 日本語 العربية 😀👩‍👩‍👧 \u202Eback \uD800 \uFFFF'],
  ['2 000 characters in one word', `[slow:0.1]${'w'.repeat(2000)}`],
])('renders a prompt of %s', async (_case, prompt) => {
  const video = await download(await outputOf({ prompt, duration: 5, resolution: '480p' }));
  expect(probe(video).streams).toHaveLength(1);
});

it('animates the input image, and fails if it cannot be loaded', async () => {
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const video = probe(
    await download(await outputOf({ prompt: 'It moves', duration: 5, resolution: '480p', image: pixel })),
  );
  expect(video.streams[0]).toMatchObject({ codec_name: 'h264', width: 480, height: 480 });
  expect(Number(video.format.duration)).toBeCloseTo(5, 1);
  for (const image of [`${sandbox.url}/nothing.png`, 'data:image/png;base64,AAAA']) {
    const body = { version: 'luit/sandbox-video', input: { prompt: 'It moves', image } };
    const failed = await client.replicate('POST', '/predictions', body, { prefer: 'wait' });
    expect(failed.body).toMatchObject({ status: 'failed', error: expect.stringContaining('image') });
  }
});

it('serves ranges of the file', async () => {
  const url = await outputOf({ prompt: 'Monsoon over a tea garden', duration: 5 });
  const whole = await download(url);
  const range = async (text: string) => {
    const response = await fetch(url, { headers: { range: text } });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, range: response.headers.get('content-range'), bytes };
  };
  const size = whole.length;
  expect(await range('bytes=0-99')).toEqual({
    status: 206,
    range: `bytes 0-99/${size}`,
    bytes: whole.subarray(0, 100),
  });
  expect(await range('bytes=100-')).toMatchObject({ status: 206, bytes: whole.subarray(100) });
  expect(await range('bytes=-50')).toMatchObject({ status: 206, bytes: whole.subarray(size - 50) });
  expect(await range(`bytes=${size}-`)).toMatchObject({ status: 416, range: `bytes */${size}` });
  expect((await fetch(`${sandbox.url}/replicate/files/..%2Fjournal/out.mp4`)).status).toBe(404);
});
