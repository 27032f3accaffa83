import { path as bundledFfmpeg } from '@ffmpeg-installer/ffmpeg';
import { path as bundledFfprobe } from '@ffprobe-installer/ffprobe';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { type RunningSandbox, startSandbox } from '../sandbox';
import { type SandboxClient, sandboxClient } from '../sandbox-client';

let sandbox: RunningSandbox;
let client: SandboxClient;
const folder = mkdtempSync(join(tmpdir(), 'sandbox-rich-'));

beforeAll(async () => {
  sandbox = await startSandbox({ mailbox: false, replicate: { secondsPerVideo: 0 } });
  client = sandboxClient(sandbox);
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

const replicate = async (model: string, input: object) => {
  const answer = await client.replicate('POST', `/models/${model}/predictions`, { input }, { prefer: 'wait' });
  return { status: answer.status, ...answer.body } as Record<string, unknown>;
};
const download = async (url: unknown) => Buffer.from(await (await fetch(String(url))).arrayBuffer());
const square = async (background: string) => {
  const image = await sharp({ create: { width: 32, height: 32, channels: 3, background } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${image.toString('base64')}`;
};

function fileOf(video: Buffer): string {
  const file = join(folder, 'video.mp4');
  writeFileSync(file, video);
  return file;
}

function streamsOf(video: Buffer): Record<string, unknown>[] {
  const answer = execFileSync(bundledFfprobe, ['-v', 'error', '-of', 'json', '-show_streams', fileOf(video)]);
  return (JSON.parse(answer.toString()) as { streams: Record<string, unknown>[] }).streams;
}

/** Mean color of a box of the frame at half a second. */
async function colorAt(video: Buffer, box: { left: number; top: number }): Promise<number[]> {
  const frame = join(folder, 'frame.png');
  execFileSync(bundledFfmpeg, ['-v', 'error', '-y', '-ss', '0.5', '-i', fileOf(video), '-frames:v', '1', frame]);
  const { data } = await sharp(frame)
    .extract({ ...box, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

it('makes exactly the size, seconds, frame rate, references and sound that one asks for', async () => {
  const input = {
    ...{ prompt: 'A tram', width: 448, height: 192, num_frames: 32, fps: 16, generate_audio: true },
    reference_images: [await square('#f00'), await square('#00f')],
  };
  const { output, error } = await replicate('luit/sandbox-video', input);
  expect(error).toBeNull();
  const video = await download(output);
  const [picture, sound, ...more] = streamsOf(video);
  expect(picture).toMatchObject({
    codec_name: 'h264',
    width: 448,
    height: 192,
    avg_frame_rate: '16/1',
    nb_frames: '32',
  });
  expect(sound).toMatchObject({ codec_name: 'aac', channels: 2 });
  expect(Number(sound?.duration)).toBeCloseTo(2, 1);
  expect(more).toEqual([]);
  // Squares of 32 pixels with gaps of 4.
  const [red = 0, , noBlue = 0] = await colorAt(video, { left: 20, top: 20 });
  const [noRed = 0, , blue = 0] = await colorAt(video, { left: 56, top: 20 });
  expect([red - noBlue, blue - noRed].map((difference) => difference > 150)).toEqual([true, true]);
});

it('a seed repeats a video with its sound, and another one changes both', async () => {
  const ask = { prompt: 'A ferry', width: 128, height: 72, duration: 1, generate_audio: true };
  const fresh = await startSandbox({ mailbox: false, replicate: { secondsPerVideo: 0 } });
  const videoOf = async (seed: number, at = sandbox) => {
    const input = { ...ask, seed };
    const path = '/models/luit/sandbox-video/predictions';
    return download((await sandboxClient(at).replicate('POST', path, { input }, { prefer: 'wait' })).body.output);
  };
  const [one, again, other] = [await videoOf(7), await videoOf(7, fresh), await videoOf(8)];
  await fresh.close();
  expect([again.equals(one), other.equals(one)]).toEqual([true, false]);
});

it.each([
  ['3 seconds', { duration: 3 }, 'input.duration'],
  ['a last frame alone', { last_frame_image: 'https://example.com/a.png' }, 'input.last_frame_image'],
  [
    'references beside a first frame',
    { image: 'https://example.com/a.png', reference_images: ['https://example.com/b.png'] },
    'input.reference_images',
  ],
])('Seedance 2 refuses %s', async (_what, input, field) => {
  const answer = await replicate('bytedance/seedance-2.0', { prompt: 'x', ...input });
  expect(answer).toMatchObject({ status: 422, invalid_fields: [{ field }] });
});

it('Replicate returns a list of images, which a seed repeats and an image changes', async () => {
  const ask = { prompt: 'A & <b>', num_outputs: 2, megapixels: '0.25', aspect_ratio: '16:9', output_format: 'png' };
  const { output } = await replicate('black-forest-labs/flux-dev', { ...ask, seed: 7 });
  const links = output as string[];
  expect(links).toEqual([expect.stringMatching(/\/out-0\.png$/), expect.stringMatching(/\/out-1\.png$/)]);
  const [one, two] = await Promise.all(links.map(download));
  expect(await sharp(one).metadata()).toMatchObject({ format: 'png', width: 688, height: 384 });
  expect(two?.equals(one!)).toBe(false);
  const again = await replicate('black-forest-labs/flux-dev', { ...ask, seed: 7, num_outputs: 1 });
  expect((await download((again.output as string[])[0])).equals(one!)).toBe(true);
  const changed = await replicate('black-forest-labs/flux-dev', { prompt: 'x', image: await square('#0f0') });
  const image = sharp(await download((changed.output as string[])[0]));
  expect(await image.metadata()).toMatchObject({ format: 'webp', width: 32, height: 32 });
});

it('fal returns images with their types', async () => {
  const ask = { prompt: 'A kite', num_images: 2, image_size: { width: 320, height: 240 } };
  const { body } = await client.fal('POST', '/fal-ai/flux/dev', ask);
  const read = () => client.fal('GET', `/fal-ai/flux/requests/${body.request_id}`);
  let result = await read();
  while (result.status === 400) result = await read();
  const images = result.body.images as { url: string; content_type: string }[];
  expect(images.map(({ content_type: type }) => type)).toEqual(['image/jpeg', 'image/jpeg']);
  expect(await sharp(await download(images[1]?.url)).metadata()).toMatchObject({ format: 'jpeg', width: 320 });
});

it('ark makes Seedance 2 with references and sound, and refuses them beside a first frame', async () => {
  const part = async (role: string) => ({ type: 'image_url', image_url: { url: await square('#f00') }, role });
  const create = async (roles: string[], more: object = {}) =>
    client.ark('POST', '/contents/generations/tasks', {
      ...{ model: 'dreamina-seedance-2-0-260128', duration: 4, resolution: '480p', ratio: '21:9', ...more },
      content: [{ type: 'text', text: '[never] A tram' }, ...(await Promise.all(roles.map(part)))],
    });
  const { body } = await create(['reference_image', 'reference_image']);
  const task = await client.ark('GET', `/contents/generations/tasks/${body.id}`);
  expect(task.body).toMatchObject({ duration: 4, ratio: '21:9', generate_audio: true });
  expect(await create(['first_frame', 'reference_image'])).toMatchObject({ status: 400 });
  expect(await create([], { service_tier: 'flex' })).toMatchObject({
    status: 400,
    body: { error: { code: 'InvalidParameter', param: 'service_tier' } },
  });
});
