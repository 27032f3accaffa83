import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { aModel } from '../../../testing/models';
import { aRequest, aSession, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { FakeUploads } from '../../../testing/fake-uploads';
import { sessionStore } from '../../../testing/session-environment';
import ImageToVideoPage from './image-to-video-page';

const plan = (duration: number) => ({
  id: `${duration}s-480p`,
  name: `${duration} seconds`,
  duration,
  credits: 18,
  quality: '480p',
  popular: duration === 5,
  description: '',
});
const image = (bytes: number, type = 'image/png') => new File([new Uint8Array(bytes)], 'house.png', { type });
const TEN_MB = 10 * 1024 * 1024;

async function show(uploads = new FakeUploads()) {
  const server = fakeServer({
    ...uploads.routes,
    'POST /api/generate-from-image': () => jsonResponse({ request_id: 'q-1', credits: 18 }, { status: 202 }),
    'GET /api/requests/q-1': () => jsonResponse({ request: aRequest({ type: 'image_video' }) }),
    'GET /api/plans': () => jsonResponse({ plans: [5, 10, 15].map(plan), models: [], imageModels: [], retired: [] }),
    'GET /api/models': () => jsonResponse({ models: [aModel('seedance')] }),
    'GET /api/credits/balance': () => jsonResponse({ credits: 100, available: 100, held: 0 }),
    'GET /api/requests?limit=24': () => jsonResponse({ requests: [], nextCursor: null }),
  });
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  const { container } = render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <ImageToVideoPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  await screen.findByRole('group', { name: 'Image' });
  const field = container.querySelector<HTMLInputElement>('input[type=file]:not([capture])')!;
  return (file: File) => userEvent.setup({ applyAccept: false }).upload(field, file);
}

const button = () => screen.findByRole('button', { name: /Generate video/ });

describe('ImageToVideoPage', () => {
  beforeEach(() => {
    window.scrollTo = () => undefined;
    URL.createObjectURL = () => 'blob:house';
    URL.revokeObjectURL = () => undefined;
  });

  it('the picker rejects other files and images above 10 MB and accepts exactly 10 MB [I2V-03, I2V-04]', async () => {
    const upload = await show();
    await upload(image(10, 'application/pdf'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Please select a valid image file');
    expect(screen.getByRole('group', { name: 'Image' })).toHaveAccessibleDescription(
      'Please select a valid image file',
    );
    await upload(image(TEN_MB + 1));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Image size should be less than 10MB'));
    expect(screen.queryByRole('img', { name: /house\.png/ })).not.toBeInTheDocument();
    await upload(image(TEN_MB));
    expect(await screen.findByRole('img', { name: /house\.png/ })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('the picker rejects a file that the browser cannot decode', async () => {
    const decode = vi.spyOn(window, 'createImageBitmap').mockRejectedValue(new DOMException('undecodable'));
    const upload = await show();
    await upload(image(10));
    expect(await screen.findByRole('alert')).toHaveTextContent('We can’t open this image.');
    expect(screen.queryByRole('img', { name: /house\.png/ })).not.toBeInTheDocument();
    decode.mockRestore();
  });

  it.each([
    [1, 4_000, 'This image is too small. Each side needs at least 16 pixels.'],
    [4_000, 300, 'at most 10 times as long'],
    [9_000, 6_000, 'more than 50 megapixels'],
  ])('the picker rejects an image of %i × %i pixels', async (width, height, text) => {
    const bitmap = { width, height, close: () => undefined } as ImageBitmap;
    const decode = vi.spyOn(window, 'createImageBitmap').mockResolvedValue(bitmap);
    const upload = await show();
    await upload(image(10));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.queryByRole('img', { name: /house\.png/ })).not.toBeInTheDocument();
    decode.mockRestore();
  });

  it('a HEIC picture becomes a JPEG if the browser can open it, and is refused by its name otherwise', async () => {
    const decode = vi.spyOn(window, 'createImageBitmap').mockRejectedValue(new DOMException('undecodable'));
    const upload = await show();
    for (const [name, type] of [
      ['house.heic', 'image/heic'],
      ['house.HEIF', ''],
    ] as const) {
      await upload(new File(['x'], name, { type }));
      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('HEIC pictures aren’t supported.'));
    }
    decode.mockRestore();
    const draw = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const encode = vi
      .spyOn(HTMLCanvasElement.prototype, 'toBlob')
      .mockImplementation((take) => take(new Blob(['x'], { type: 'image/jpeg' })));
    await upload(new File(['x'], 'house.heic', { type: 'image/heic' }));
    expect(await screen.findByRole('img', { name: /house\.jpg/ })).toBeInTheDocument();
    for (const spy of [draw, encode]) spy.mockRestore();
  });

  it('the button is enabled only with an image and a prompt [I2V-01, I2V-06]', async () => {
    const upload = await show();
    await userEvent.type(await screen.findByLabelText('Video prompt'), 'Smoke rises');
    expect(await button()).toBeDisabled();
    await upload(image(10));
    await waitFor(async () => expect(await button()).toBeEnabled());
    await userEvent.click(screen.getByRole('button', { name: 'Remove image' }));
    expect(await button()).toBeDisabled();
  });

  it('the page must stay open, and shows no request ID, until the server has accepted the request', async () => {
    const uploads = new FakeUploads();
    let arrive = () => {};
    uploads.held = new Promise((resolve) => (arrive = resolve));
    const upload = await show(uploads);
    await userEvent.type(await screen.findByLabelText('Video prompt'), 'Smoke rises');
    await upload(image(10));
    await waitFor(async () => expect(await button()).toBeEnabled());
    const isWarned = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isWarned()).toBe(false);
    await userEvent.click(await button());
    expect(await screen.findByRole('progressbar', { name: 'Uploading your image' })).toBeInTheDocument();
    expect(screen.queryByText(/Request ID/)).not.toBeInTheDocument();
    expect(screen.queryByText(/You can close this page/)).not.toBeInTheDocument();
    expect(isWarned()).toBe(true);

    await userEvent.click(screen.getByRole('button', { name: 'Cancel upload' }));
    arrive();
    expect(await screen.findByLabelText('Video prompt')).toHaveValue('Smoke rises');
    expect(screen.getByRole('img', { name: /house\.png/ })).toBeInTheDocument();
    expect(isWarned()).toBe(false);

    await waitFor(async () => expect(await button()).toBeEnabled());
    await userEvent.click(await button());
    expect(await screen.findByText('q-1')).toBeInTheDocument();
    expect(screen.getByText(/You can close this page/)).toBeInTheDocument();
  });

  it('the form offers only 5 and 10 seconds and shows both tips [I2V-05, I2V-07]', async () => {
    await show();
    await button();
    await userEvent.click(screen.getByRole('button', { name: 'Duration and quality: 5 s · 480p' }));
    const lengths = within(await screen.findByRole('group', { name: 'Duration and quality' })).getAllByRole('radio');
    const names = lengths.map((radio) => radio.getAttribute('aria-label')).join('\n');
    expect(names).toMatch(/^5 seconds, 5 seconds, 480p.*\n.*10 seconds, 10 seconds, 480p/s);
    expect(names).not.toContain('15 seconds');
    expect(screen.getByText(/under 50 words/)).toBeInTheDocument();
    expect(screen.getByText(/512 to 1024 px/)).toBeInTheDocument();
    expect(screen.getByText(/may reject photos of real people/)).toBeInTheDocument();
  });
});
