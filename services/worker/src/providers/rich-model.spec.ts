import { RICH_MODEL } from '@luit/contracts/generation/catalog/testing/rich-entry';
import { taskRouteOf } from '@luit/contracts/generation/catalog/vendor-input';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { newOptions, newTask } from '../test/tasks';
import { adapterOf, VENDORS } from '../test/vendors';

const { signal } = new AbortController();
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';
const OPTIONS = newOptions({ aspectRatio: '21:9', seed: 7, sound: true });

describe.each(VENDORS)('a model that takes nearly everything, at %s', (vendor) => {
  let sandbox: RunningSandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ mailbox: false });
  });
  afterAll(() => sandbox.close());

  const submit = (images: { image?: string; lastImage?: string; references?: string[] }, duration: number) => {
    const start = Object.keys(images).length > 0 ? 'image' : 'text';
    const route = taskRouteOf(RICH_MODEL, vendor, start, images.image !== undefined);
    const type = start === 'text' ? 'video' : 'image_video';
    const shape = { duration, resolution: '1080p', options: OPTIONS };
    const task = newTask({ provider: vendor, model: RICH_MODEL.id, route, type, prompt: 'Boats [never]', ...shape });
    return adapterOf(vendor, sandbox).submit({ task, image: null, ...images }, signal);
  };

  it.each([
    ['a prompt', {}],
    ['a first and a last frame', { image: PIXEL, lastImage: PIXEL }],
    ['references', { references: [PIXEL, PIXEL, PIXEL, PIXEL] }],
  ])('takes 4 and 15 s at 1080p with sound from %s', async (_start, images) => {
    for (const seconds of [4, 15]) expect(await submit(images, seconds)).toMatchObject({ result: 'submitted' });
  });

  it('refuses what the vendor does not make, as an invalid input', async () => {
    expect(await submit({}, 3)).toMatchObject({ result: 'rejected', failure: { kind: 'invalid_input' } });
  });
});
