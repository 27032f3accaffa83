import { path as bundledFfmpeg } from '@ffmpeg-installer/ffmpeg';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { sandboxClient } from '../sandbox-client';
import { startSandbox, type RunningSandbox } from '../sandbox';

const PROMPT = 'A lighthouse at night';
/** Mean difference of two frames, 0 to 255, that a viewer sees at a glance. */
const VISIBLE = 6;

let sandbox: RunningSandbox;
const folder = mkdtempSync(join(tmpdir(), 'sandbox-options-'));

beforeAll(async () => {
  sandbox = await startSandbox({ mailbox: false, replicate: { secondsPerVideo: 0 } });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

async function videoOf(input: object, at = sandbox, model = 'bytedance/seedance-1-lite'): Promise<Buffer> {
  const path = `/models/${model}/predictions`;
  const request = { input: { prompt: PROMPT, duration: 5, resolution: '480p', ...input } };
  const { body } = await sandboxClient(at).replicate('POST', path, request, { prefer: 'wait' });
  expect(body).toMatchObject({ status: 'succeeded', error: null });
  return Buffer.from(await (await fetch(String(body.output))).arrayBuffer());
}

/** A frame at its full size. */
function frameAt(video: Buffer, seconds: number): Promise<sharp.Metadata & { small: Buffer }> {
  const [file, frame] = [join(folder, 'video.mp4'), join(folder, 'frame.png')];
  writeFileSync(file, video);
  execFileSync(bundledFfmpeg, ['-v', 'error', '-y', '-ss', String(seconds), '-i', file, '-frames:v', '1', frame]);
  return sharp(frame)
    .metadata()
    .then(async (facts) => {
      const small = await sharp(frame).resize(48, 48, { fit: 'fill' }).removeAlpha().raw().toBuffer();
      return { ...facts, small };
    });
}

const differenceOf = (one: Buffer, other: Buffer): number =>
  one.reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0) / one.length;

/** Colored stripes, upright or lying, as a data URI. */
async function stripes(width: number, height: number): Promise<string> {
  const colors = Array.from({ length: 8 * 8 }, (_, i) => [(i * 83) % 256, (i * 151) % 256, (i * 37) % 256]).flat();
  const raw = { width: 8, height: 8, channels: 3 } as const;
  const png = await sharp(Buffer.from(colors), { raw })
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

it.each([
  [{ aspect_ratio: '16:9' }, 854, 480],
  [{ aspect_ratio: '9:16' }, 480, 854],
  [{ aspect_ratio: '1:1', resolution: '720p' }, 720, 720],
])('renders %j with the resolution as its short side', async (input, width, height) => {
  expect(await frameAt(await videoOf(input), 1)).toMatchObject({ width, height });
});

it('gives a video from an image the ratio of the image', async () => {
  const video = await videoOf({ image: await stripes(400, 600), aspect_ratio: '16:9' });
  expect(await frameAt(video, 1)).toMatchObject({ width: 480, height: 720 });
});

it('renders the same bytes for the same seed, and a visibly different video for another one', async () => {
  const fresh = await startSandbox({ mailbox: false, replicate: { secondsPerVideo: 0 } });
  const [one, again, other] = [
    await videoOf({ seed: 7 }),
    await videoOf({ seed: 7 }, fresh),
    await videoOf({ seed: 8 }),
  ];
  await fresh.close();
  expect(again.equals(one)).toBe(true);
  const [frame, different] = [await frameAt(one, 2), await frameAt(other, 2)];
  expect(differenceOf(frame.small, different.small)).toBeGreaterThan(VISIBLE);
});

it('shows what to avoid', async () => {
  const videoWith = (input: object) => videoOf(input, sandbox, 'luit/sandbox-video');
  const [plain, without] = [await videoWith({}), await videoWith({ negative_prompt: 'people' })];
  expect(plain.equals(without)).toBe(false);
});

it.each([
  'The camera slowly pushes in toward the subject.',
  'The camera slowly pulls back and reveals the surroundings.',
  'The camera pans left in one smooth motion.',
  'The camera orbits the subject in a smooth arc.',
  'Crane shot: the camera rises high above the scene.',
])('moves the camera: %s', async (motion) => {
  const video = await videoOf({ prompt: `${PROMPT} ${motion}`, image: await stripes(640, 360) });
  const [start, later] = [await frameAt(video, 1), await frameAt(video, 3)];
  expect(differenceOf(start.small, later.small)).toBeGreaterThan(VISIBLE);
});

it('does not move a static camera', async () => {
  const video = await videoOf({ prompt: `${PROMPT} Static camera.`, image: await stripes(640, 360) });
  const [start, later] = [await frameAt(video, 1), await frameAt(video, 3)];
  expect(differenceOf(start.small, later.small)).toBeLessThan(1);
});

it.each(['Cinematic', 'Documentary', 'Watercolor', 'Clay animation', 'Black and white', 'Golden hour'])(
  'changes the look: %s',
  async (style) => {
    const image = await stripes(640, 360);
    const styled = await frameAt(await videoOf({ prompt: style, image }), 1);
    const plain = await frameAt(await videoOf({ prompt: 'Plain', image }), 1);
    expect(differenceOf(styled.small, plain.small)).toBeGreaterThan(VISIBLE);
  },
);

it('starts with the first frame and ends with the last one', async () => {
  const [image, last] = [await stripes(640, 360), await stripes(360, 640)];
  const video = await videoOf({ image, last_frame_image: last });
  const pictureOf = (uri: string) =>
    sharp(Buffer.from(uri.split(',')[1] ?? '', 'base64')).resize(854, 480, { fit: 'cover' });
  const small = async (uri: string) =>
    sharp(await pictureOf(uri).png().toBuffer())
      .resize(48, 48, { fit: 'fill' })
      .removeAlpha()
      .raw()
      .toBuffer();
  expect(differenceOf((await frameAt(video, 0)).small, await small(image))).toBeLessThan(VISIBLE);
  const end = (await frameAt(video, 4.9)).small;
  expect(differenceOf(end, await small(last))).toBeLessThan(differenceOf(end, await small(image)) / 2);
});
