import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { fakeServer, jsonResponse, errorResponse } from '../../../testing/fake-server';
import { FakeUploads } from '../../../testing/fake-uploads';
import { sessionStore } from '../../../testing/session-environment';
import { PaymentProvider } from '../../../shared/payments/payment-provider';
import PayOncePage from './pay-once-page';

const prompt = { maxCharacters: 500 };
const ratio = { values: ['16:9', '9:16'], default: '16:9' };
const videoChoices = {
  hasLastImage: false,
  references: 0,
  parameters: {
    prompt,
    duration: { from: 4, to: 15, default: 5 },
    resolution: { values: ['480p', '1080p'], default: '480p' },
    aspectRatio: ratio,
    sound: { default: false },
  },
};
const imageChoices = {
  ...videoChoices,
  parameters: { prompt, aspectRatio: ratio, count: { from: 1, to: 4, default: 1 } },
};
const models = [
  {
    ...{ id: 'seedance', name: 'Seedance', factor: 1, supports: [], isDefault: true },
    price: { perSecond: { '480p': 3_600, '1080p': 16_000 }, sound: 1_500 },
    choices: { text: videoChoices, image: videoChoices },
  },
];
const imageModels = ['flux-dev', 'banana'].map((id, i) => ({
  ...{ id, name: id, isDefault: i === 0, price: { perImage: { all: 4_500 + 3_000 * i } } },
  choices: { text: imageChoices, image: i === 0 ? null : imageChoices },
}));
const plan = { id: '5s-480p', name: 'Standard Video', duration: 5, credits: 18, quality: '480p', popular: true };

function show(server: ReturnType<typeof fakeServer>): void {
  const session = sessionStore(server.fetch);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
        <PaymentProvider>
          <MemoryRouter>
            <PayOncePage />
          </MemoryRouter>
        </PaymentProvider>
      </ServicesProvider>
    </QueryClientProvider>,
  );
}

it('a guest uploads an image once and the order contains its link [G-12]', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:image', revokeObjectURL: () => undefined });
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined);
  const uploads = new FakeUploads();
  uploads.rejection = errorResponse(415, 'unsupported_media_type', 'Please choose a still one.');
  const server = fakeServer({
    'GET /api/plans': () => jsonResponse({ plans: [plan], models, imageModels, retired: [] }),
    ...uploads.routes,
    'POST /api/payments/order': () => errorResponse(503, 'unavailable', 'Please try again in a moment.'),
  });
  show(server);
  const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
  await userEvent.type(await screen.findByRole('textbox'), 'A boat at dawn');
  const picker = screen.getByRole('group', { name: 'Starting image (optional)' });
  const input = picker.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no field for a file');
  await userEvent.upload(input, new File(['x'], 'boat.png', { type: 'image/png' }));
  await press('Review order');
  expect(await screen.findByText('Image upload failed: Please choose a still one.')).toBeInTheDocument();
  uploads.rejection = null;
  await press('Review order');
  expect(await screen.findByText('Starts with your image')).toBeInTheDocument();
  await press('Edit order');
  await press('Review order');
  await press(/^Pay /);
  await expect.poll(() => server.callsTo('/api/payments/order')).toHaveLength(1);
  expect(server.callsTo('/api/payments/order')[0]?.body).toMatchObject({ imageUrl: '/api/files/1', isGuest: true });
  expect(server.callsTo('/api/uploads/resumable')).toHaveLength(2);
});

it('a guest whose prompt is refused says why that is a mistake, and learns what happens next', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined);
  const refused = { success: false, code: 'refused_by_policy', message: 'Refused.', details: { refusalId: 'f-1' } };
  const server = fakeServer({
    'GET /api/plans': () => jsonResponse({ plans: [plan], models, imageModels, retired: [] }),
    'POST /api/payments/order': () => jsonResponse(refused, { status: 422 }),
    'POST /api/safety/refusals/f-1/appeal': () => new Response(null, { status: 204 }),
  });
  show(server);
  await userEvent.type(await screen.findByRole('textbox'), 'A scene of a play');
  await userEvent.click(await screen.findByRole('button', { name: 'Review order' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Pay / }));
  await userEvent.click(await screen.findByRole('button', { name: 'This is a mistake' }));
  await userEvent.type(screen.getByLabelText('Why is this a mistake?'), 'We rehearse it at school');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(/exactly this text is accepted for 7 days/)).toBeInTheDocument();
  expect(server.callsTo('/api/safety/refusals/f-1/appeal')).toMatchObject([
    { body: { text: 'We rehearse it at school' } },
  ]);
});

it('a guest orders another length, quality, shape and sound, or an image, at the price of the model', async () => {
  const server = fakeServer({
    'GET /api/plans': () => jsonResponse({ plans: [plan], models, imageModels, retired: [] }),
    'POST /api/payments/order': () => errorResponse(503, 'unavailable', 'Please try again in a moment.'),
  });
  show(server);
  const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
  await userEvent.type(await screen.findByRole('textbox'), 'A boat at dawn');
  expect(screen.getByRole('radio', { name: /^Standard Video/ })).toBeChecked();
  fireEvent.change(screen.getByLabelText(/^Duration/, { selector: 'input' }), { target: { value: '8' } });
  await userEvent.selectOptions(screen.getByLabelText('Quality'), '1080p');
  await userEvent.selectOptions(screen.getByLabelText('Aspect ratio'), '9:16');
  await userEvent.click(screen.getByLabelText('Sound'));
  await press('Review order');
  expect(screen.queryByLabelText(/^Sample of this/)).toBeNull();
  expect(screen.getByText('8 s, 1080p, Portrait (9:16), Sound')).toBeInTheDocument();
  await press('Pay ₹192');
  await press('Edit order');
  await userEvent.click(screen.getByRole('radio', { name: 'An image' }));
  await userEvent.selectOptions(screen.getByLabelText('Model'), 'banana');
  await press('Review order');
  await press('Pay ₹8');
  await expect.poll(() => server.callsTo('/api/payments/order')).toHaveLength(2);
  const [video, image] = server.callsTo('/api/payments/order').map(({ body }) => body as Record<string, unknown>);
  expect(video).toMatchObject({
    model: 'seedance',
    duration: 8,
    resolution: '1080p',
    aspectRatio: '9:16',
    sound: true,
  });
  expect(video).not.toHaveProperty('planId');
  expect(image).toMatchObject({ type: 'image', model: 'banana', aspectRatio: '16:9', price: 8 });
  expect(image).not.toHaveProperty('count');
  sessionStorage.clear();
});
