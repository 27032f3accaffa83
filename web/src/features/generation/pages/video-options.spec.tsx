import { Toaster } from '@luit/ui/toaster';
import { testOptions } from '@luit/contracts/generation/testing/test-options';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { aRequest, aSession, errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { aModel } from '../../../testing/models';
import { FakeUploads } from '../../../testing/fake-uploads';
import { sessionStore } from '../../../testing/session-environment';
import ImageToVideoPage from './image-to-video-page';
import PromptToVideoPage from './prompt-to-video-page';

const plan = { id: '5s-480p', name: 'Standard Video', duration: 5, credits: 18, quality: '480p', popular: true };
/** The plan is all that the models make. */
const planned = {
  duration: { values: [5], default: 5 },
  resolution: { values: ['480p' as const], default: '480p' as const },
};
const seedance = aModel('seedance', { typicalSeconds: { p50: 42, p90: 80 } }, { parameters: planned });
const zeroscope = aModel('zeroscope', { price: { perSecond: { '480p': 4_500 } } }, { parameters: planned });
const presets = [
  { id: 'orbit', kind: 'camera', name: 'Orbit', description: 'The camera circles the subject.', text: '{prompt}' },
  { id: 'watercolor', kind: 'style', name: 'Watercolor', description: 'Soft colors.', text: '{prompt}' },
];
const finished = aRequest({
  ...{ id: 'q-9', request_id: 'q-9', status: 'completed', videoUrl: '/v.mp4', progress: 100, sequence: 3 },
  options: testOptions({ aspectRatio: '9:16', seed: 4711, cameraMotion: 'orbit' }),
});

async function show(address = '/image-to-video', routes: Parameters<typeof fakeServer>[0] = {}) {
  let count = 0;
  const accepted = { credits: 18, status: 'processing' };
  const start = () => jsonResponse({ ...accepted, request_id: `q-${(count += 1)}` }, { status: 202 });
  const server = fakeServer({
    'GET /api/plans': () => jsonResponse({ plans: [plan], models: [], imageModels: [], retired: [] }),
    'GET /api/models': () => jsonResponse({ models: [seedance, zeroscope] }),
    'GET /api/presets': () => jsonResponse({ presets }),
    'GET /api/credits/balance': () => jsonResponse({ credits: 100, available: 100, held: 0 }),
    'GET /api/requests?limit=24': () => jsonResponse({ requests: [], nextCursor: null }),
    'POST /api/generate': start,
    'POST /api/generate-from-image': start,
    ...new FakeUploads().routes,
    'GET /api/requests/q-1': () => jsonResponse({ request: aRequest() }),
    'GET /api/requests/q-9': () => jsonResponse({ request: finished }),
    ...routes,
  });
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[address]}>
          <Routes>
            <Route path="/image-to-video" element={<PromptToVideoPage />} />
            <Route path="/image-to-video-upload" element={<ImageToVideoPage />} />
          </Routes>
          <Toaster />
        </MemoryRouter>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  await screen.findByRole('button', { name: /^Duration and quality:/ });
  return { ...server, client, bodies: () => server.callsTo('/api/generate').map(({ body }) => body) };
}

const prompt = () => screen.getByLabelText('Video prompt');
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const control = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}:`) });
/** Opens a control of the composer. */
const openControl = async (name: string) => {
  await userEvent.click(control(name));
  return within(await screen.findByRole('dialog', { name }));
};
/** Chooses with a pointer, which closes the control. */
const choose = async (name: string, option: RegExp) => {
  await userEvent.click((await openControl(name)).getByRole('radio', { name: option }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name })).not.toBeInTheDocument());
};
const close = () => userEvent.keyboard('{Escape}');
const files = () => [...document.querySelectorAll<HTMLInputElement>('input[type=file]:not([capture])')];
const photo = (name: string) => new File([new Uint8Array(10)], name, { type: 'image/png' });

beforeEach(() => {
  URL.createObjectURL = () => 'blob:house';
  URL.revokeObjectURL = () => undefined;
});

const again = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Make another' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${name}`) }));
};

it('models show price, speed and abilities, and what a model cannot do is neither offered nor sent [G-63]', async () => {
  const { bodies } = await show();
  const models = await openControl('Model');
  expect(models.getByRole('radio', { name: /^Seedance, 18 credits, usually ready in .*42 s/ })).toBeChecked();
  await close();
  await choose('Aspect ratio', /^Portrait/);
  await choose('Camera motion', /^Orbit/);
  await choose('Style', /^Watercolor/);
  await userEvent.type(prompt(), 'A boat at dawn');
  await press('Generate video (5 s, 18 credits)');
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()[0]).toMatchObject({
    ...{ model: 'seedance', aspectRatio: '9:16', cameraMotion: 'orbit', style: 'watercolor', expectedCredits: 18 },
  });

  await choose('Model', /^Zeroscope, 23 credits/);
  expect(screen.getByText(/^Not used with Zeroscope: Aspect ratio Portrait \(9:16\)\./)).toBeVisible();
  const ratios = await openControl('Aspect ratio');
  expect(ratios.queryByRole('radio', { name: /^Portrait/ })).not.toBeInTheDocument();
  await close();
  const more = await openControl('More options');
  await userEvent.type(more.getByLabelText('Negative prompt'), 'text');
  await userEvent.type(more.getByLabelText('Seed'), '99999999999');
  await close();
  await press('Generate video (5 s, 23 credits)');
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()[1]).toMatchObject({
    ...{ model: 'zeroscope', aspectRatio: '16:9', negativePrompt: 'text', seed: 2_147_483_647, expectedCredits: 23 },
  });
});

it('a model that will retire says until when it can be used and what to use instead', async () => {
  const deprecation = { since: '2026-11-29T10:00:00.000Z', endsAt: '2027-01-12', replacement: 'seedance' };
  const details = { factor: 1, price: { perSecond: { '480p': 3_600 } }, supports: [], isDefault: false };
  await show('/image-to-video', {
    'GET /api/plans': () =>
      jsonResponse({
        plans: [plan],
        models: [{ ...details, id: 'seedance', name: 'Seedance' }],
        imageModels: [],
        retired: [],
      }),
    'GET /api/models': () => jsonResponse({ models: [seedance, { ...zeroscope, deprecation }] }),
  });
  const models = await openControl('Model');
  expect(models.getByText('until 12 Jan 2027 · use Seedance instead')).toBeVisible();
});

it('a video of a retired model is varied with its replacement, and says so', async () => {
  const old = { ...finished, model: 'old' };
  const server = await show('/image-to-video?request=q-9', {
    'GET /api/plans': () =>
      jsonResponse({
        plans: [plan],
        models: [],
        imageModels: [],
        retired: [{ id: 'old', name: 'Old Model', replacement: 'zeroscope' }],
      }),
    'GET /api/requests/q-9': () => jsonResponse({ request: old }),
  });
  const text = 'Old Model is no longer offered, so new videos are made with Zeroscope.';
  await userEvent.click(await screen.findByRole('button', { name: 'Make another' }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: /^Same again/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('menuitem', { name: /^New variation · 23 credits/ }));
  await waitFor(() => expect(server.bodies()).toHaveLength(1));
  // Zeroscope makes landscape videos only.
  expect(server.bodies()[0]).toMatchObject({ model: 'zeroscope', aspectRatio: '16:9', expectedCredits: 23 });
});

it('the form says what replaces the retired model of a video whose prompt is edited', async () => {
  const old = { ...finished, model: 'old' };
  await show('/image-to-video?request=q-9', {
    'GET /api/plans': () =>
      jsonResponse({
        plans: [plan],
        models: [],
        imageModels: [],
        retired: [{ id: 'old', name: 'Old Model', replacement: 'zeroscope' }],
      }),
    'GET /api/requests/q-9': () => jsonResponse({ request: old }),
  });
  await again('Edit the prompt');
  const text = 'Old Model is no longer offered, so new videos are made with Zeroscope.';
  expect(await screen.findByText(text)).toBeVisible();
  expect(control('Model')).toHaveAccessibleName('Model: Zeroscope');
});

it('a model with a range, sound and other ratios has controls for them, at the price that they have', async () => {
  const ranged = aModel(
    'seedance',
    { name: 'Ranged', price: { perSecond: { '480p': 3_600, '1080p': 9_001 }, sound: 1_500 } },
    {
      parameters: {
        duration: { from: 4, to: 15, default: 5 },
        resolution: { values: ['480p', '1080p'], default: '480p' },
        aspectRatio: { values: ['16:9', '21:9'], default: '16:9', keepsImage: false },
        sound: { default: false },
      },
    },
  );
  const { bodies } = await show('/image-to-video', {
    'GET /api/models': () => jsonResponse({ models: [ranged, zeroscope] }),
  });
  const lengths = await openControl('Duration and quality');
  expect(lengths.getByRole('radio', { name: 'Standard Video, 5 seconds, 480p, 18 credits' })).toBeChecked();
  fireEvent.change(lengths.getByRole('slider', { name: /^Duration/ }), { target: { value: '7' } });
  expect(lengths.getByRole('radio', { name: '7 seconds, 480p, 26 credits' })).toBeChecked();
  await userEvent.click(lengths.getByRole('radio', { name: '7 seconds, 1080p, 64 credits' }));
  await choose('Aspect ratio', /^Widescreen/);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Sound' }));
  await userEvent.type(prompt(), 'A boat at dawn');
  // 7 × 9.001 × 1.5 = 94.5105
  await press('Generate video (7 s, 95 credits)');
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()[0]).toMatchObject({
    ...{ duration: 7, resolution: '1080p', aspectRatio: '21:9', sound: true, expectedCredits: 95 },
  });
  expect(bodies()[0]).not.toHaveProperty('planId');
  // The other model takes none of these.
  await choose('Model', /^Zeroscope, 23 credits/);
  expect(screen.getByText(/^Not used with Zeroscope: Duration 7 s, Quality 1080p, .*Sound\./)).toBeVisible();
  await press('Generate video (5 s, 23 credits)');
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()[1]).toMatchObject({ ...{ duration: 5, resolution: '480p', planId: '5s-480p', aspectRatio: '16:9' } });
  expect(bodies()[1]).not.toHaveProperty('sound');
});

it('reference images take the place of a first frame for models that take them', async () => {
  const many = aModel('seedance', {}, { starts: { text: true, image: { lastFrame: false, references: 2 } } });
  const { callsTo } = await show('/image-to-video-upload', {
    'GET /api/models': () => jsonResponse({ models: [many] }),
  });
  for (const name of ['boat.png', 'river.png']) {
    await userEvent.upload(files().at(-1)!, photo(name));
    await screen.findByRole('img', { name: new RegExp(name.replace('.', String.raw`\.`)) });
  }
  expect(screen.queryByRole('group', { name: 'Reference 3' })).not.toBeInTheDocument();
  await userEvent.type(prompt(), 'She turns');
  await press(/^Generate video/);
  await waitFor(() => expect(callsTo('/api/generate')).toHaveLength(1));
  expect(callsTo('/api/generate')[0]?.body).toMatchObject({ references: ['/api/files/1', '/api/files/1'] });
  // With a first frame there are none.
  await userEvent.upload(files()[0]!, photo('first.png'));
  await screen.findByRole('img', { name: /first\.png/ });
  expect(screen.queryByRole('group', { name: 'Reference 1' })).not.toBeInTheDocument();
  expect(screen.queryByRole('img', { name: /boat\.png/ })).not.toBeInTheDocument();
});

it('variations are separate requests with their own keys and seeds, at the shown price', async () => {
  const server = await show();
  await userEvent.type(prompt(), 'A boat at dawn');
  await userEvent.type((await openControl('More options')).getByLabelText('Seed'), '7');
  await close();
  await choose('Number of videos', /^3 videos/);
  await press('Generate 3 videos (5 s each, 3 × 18 = 54 credits)');
  await waitFor(() => expect(server.bodies()).toHaveLength(3));
  expect(server.bodies().map((body) => (body as { seed: number }).seed)).toEqual([7, 8, 9]);
  const keys = server.callsTo('/api/generate').map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(3);
});

it('a refusal after the first variation says how many started', async () => {
  let count = 0;
  await show('/image-to-video', {
    'POST /api/generate': () =>
      (count += 1) === 1
        ? jsonResponse({ request_id: 'q-1', credits: 18, status: 'processing' }, { status: 202 })
        : errorResponse(402, 'insufficient_credits', 'Insufficient credits'),
  });
  await userEvent.type(prompt(), 'A boat at dawn');
  await choose('Number of videos', /^3 videos/);
  await press(/^Generate 3 videos/);
  expect(await screen.findByText(/^1 of 3 videos started\..*Insufficient credits/)).toBeInTheDocument();
  expect(await screen.findByRole('progressbar')).toBeInTheDocument();
});

it('a finished video is repeated with its seed, varied without it, and leaves the form alone', async () => {
  const { bodies } = await show('/image-to-video?request=q-9');
  await userEvent.type(prompt(), 'Something else');
  await again('Same again · 18 credits');
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()[0]).toMatchObject({
    ...{ prompt: 'A boat at dawn', seed: 4711, aspectRatio: '9:16', cameraMotion: 'orbit', model: 'seedance' },
  });
  expect(prompt()).toHaveValue('Something else');
});

it('a varied video gets a new seed from the server', async () => {
  const { bodies } = await show('/image-to-video?request=q-9');
  await again('New variation · 18 credits');
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()[0]).toMatchObject({ prompt: 'A boat at dawn', aspectRatio: '9:16' });
  expect(bodies()[0]).not.toHaveProperty('seed');
});

it('what was last made with a model is chosen again, but not its seed', async () => {
  await show();
  await userEvent.type(prompt(), 'A boat at dawn');
  await choose('Aspect ratio', /^Portrait/);
  await userEvent.type((await openControl('More options')).getByLabelText('Seed'), '7');
  await close();
  await press('Generate video (5 s, 18 credits)');
  await screen.findByRole('progressbar');
  cleanup();
  sessionStorage.clear();
  const { bodies } = await show();
  expect(control('Aspect ratio')).toHaveAccessibleName('Aspect ratio: Portrait, 9:16');
  expect((await openControl('More options')).getByLabelText('Seed')).toHaveValue('');
  await close();
  // The order does not change what the form orders next: a second press repeats the first.
  await userEvent.type(prompt(), 'A boat at dusk');
  const generate = await screen.findByRole('button', { name: 'Generate video (5 s, 18 credits)' });
  await userEvent.click(generate);
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()[0]).toMatchObject({ aspectRatio: '9:16' });
  await waitFor(() => expect(generate).toBeEnabled());
  expect(control('Aspect ratio')).toHaveAccessibleName('Aspect ratio: Portrait, 9:16');
});

it('sixty models, one with a long name, are searched by the words of their names', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `Model ${index} ${'of a long line '.repeat(8)}`);
  const models = names.map((name, index) => ({
    ...aModel('seedance', { name }, { parameters: planned }),
    id: `m-${index}`,
  }));
  await show('/image-to-video', { 'GET /api/models': () => jsonResponse({ models }) });
  const list = await openControl('Model');
  expect(list.getAllByRole('radio')).toHaveLength(60);
  await userEvent.type(list.getByLabelText('Search models'), 'model 42');
  expect(list.getAllByRole('radio')).toHaveLength(1);
  await userEvent.type(list.getByLabelText('Search models'), '0');
  expect(list.getByText('No model has this name.')).toBeVisible();
});

it('the default model that retires while the page is open says what replaces it', async () => {
  let retired: object[] = [];
  const { client } = await show('/image-to-video', {
    'GET /api/plans': () => jsonResponse({ plans: [plan], models: [], imageModels: [], retired }),
    'GET /api/models': () => jsonResponse({ models: retired.length > 0 ? [zeroscope] : [seedance, zeroscope] }),
  });
  retired = [{ id: 'seedance', name: 'Seedance', replacement: 'zeroscope' }];
  await act(() => client.invalidateQueries());
  const text = 'Seedance is no longer offered, so new videos are made with Zeroscope.';
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Generate video (5 s, 23 credits)' })).toBeDisabled();
});

it('an extension continues the video from its last frame until it is removed', async () => {
  const { bodies } = await show('/image-to-video?request=q-9');
  await again('Extend by 5 s to 10 s');
  await waitFor(() => expect(prompt()).toHaveValue('A boat at dawn'));
  expect(screen.getByRole('heading', { name: 'Your video is ready' })).toBeInTheDocument();
  await again('Start from the last frame');
  await waitFor(() => expect(prompt()).toHaveValue(''));
  expect(await screen.findByText('Extending · A boat at dawn')).toBeInTheDocument();
  await userEvent.type(prompt(), 'The boat lands');
  await press('Generate video (5 s, 18 credits)');
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()[0]).toMatchObject({ prompt: 'The boat lands', extendOf: 'q-9', model: 'seedance' });
  expect(bodies()[0]).not.toHaveProperty('aspectRatio');
  await press('Do not continue the earlier video');
  expect(screen.queryByText(/^Extending/)).not.toBeInTheDocument();
});

it('an image starts with its nearest ratio, and its crop is moved with arrow keys [G-63]', async () => {
  const bitmap = { width: 900, height: 1000, close: () => undefined } as ImageBitmap;
  const measured = vi.spyOn(window, 'createImageBitmap').mockResolvedValue(bitmap);
  const { callsTo } = await show('/image-to-video-upload');
  await userEvent.upload(files()[0]!, new File(['x'], 'house.png', { type: 'image/png' }));
  await waitFor(() => expect(control('Aspect ratio')).toHaveAccessibleName('Aspect ratio: Square, 1:1'));
  // Only one of the models starts from an image.
  expect(screen.queryByRole('button', { name: /^Model:/ })).not.toBeInTheDocument();
  expect((await openControl('Aspect ratio')).getAllByRole('radio')).toHaveLength(4);
  await close();
  await choose('Aspect ratio', /^Landscape/);
  await press('Image: house.png');
  const crop = await screen.findByRole('slider', { name: 'Framing' });
  expect(crop).toHaveAttribute('aria-valuenow', '50');
  fireEvent.keyDown(crop, { key: 'ArrowUp' });
  fireEvent.keyDown(crop, { key: 'ArrowUp' });
  expect(crop).toHaveAttribute('aria-valuenow', '40');
  await close();
  await userEvent.type(prompt(), 'Smoke rises');
  await press('Generate video (5 s, 18 credits)');
  await waitFor(() => expect(callsTo('/api/generate-from-image')).toHaveLength(1));
  expect(callsTo('/api/generate-from-image')[0]?.body).toMatchObject({
    ...{ aspectRatio: '16:9', framing: { x: 0.5, y: 0.4 }, imageUrl: '/api/files/1' },
  });
  measured.mockRestore();
});

it('a ratio that follows from an image is not chosen for the next one', async () => {
  const measured = vi.spyOn(window, 'createImageBitmap');
  const upload = async (width: number, ratio: string) => {
    measured.mockResolvedValue({ width, height: 900, close: () => undefined } as ImageBitmap);
    const { callsTo } = await show('/image-to-video-upload');
    fireEvent.change(files()[0]!, { target: { files: [photo(`${width}.png`)] } });
    await waitFor(() => expect(control('Aspect ratio')).toHaveAccessibleName(`Aspect ratio: ${ratio}`));
    return callsTo;
  };
  const callsTo = await upload(1600, 'Landscape, 16:9');
  fireEvent.change(prompt(), { target: { value: 'Smoke rises' } });
  fireEvent.submit(prompt().closest('form')!);
  await waitFor(() => expect(callsTo('/api/generate-from-image')).toHaveLength(1));
  cleanup();
  sessionStorage.clear();
  await upload(900, 'Square, 1:1');
  measured.mockRestore();
});

it('an image is uploaded once for several variations', async () => {
  const { callsTo } = await show('/image-to-video-upload');
  await userEvent.upload(files()[0]!, photo('barn.png'));
  await userEvent.type(prompt(), 'Smoke rises');
  await choose('Number of videos', /^3 videos/);
  await press(/^Generate 3 videos/);
  await waitFor(() => expect(callsTo('/api/generate-from-image')).toHaveLength(3));
  expect(callsTo('/api/uploads/resumable')).toHaveLength(1);
});

it('a last frame is uploaded with the image, for models that take one', async () => {
  const { callsTo } = await show('/image-to-video-upload');
  await userEvent.upload(files()[0]!, photo('first.png'));
  await screen.findByRole('img', { name: /first\.png/ });
  await screen.findByRole('group', { name: 'Last frame' });
  await userEvent.upload(files().at(-1)!, photo('last.png'));
  await screen.findByRole('img', { name: /last\.png/ });
  await userEvent.type(prompt(), 'She turns');
  await press(/^Generate video/);
  await waitFor(() => expect(callsTo('/api/generate-from-image')).toHaveLength(1));
  const url = '/api/files/1';
  expect(callsTo('/api/generate-from-image')[0]?.body).toMatchObject({ imageUrl: url, lastImageUrl: url });
  expect(callsTo('/api/uploads/resumable')).toHaveLength(2);
});
