import { ignoreUnintendedEnters } from '@luit/ui/enter-key';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import ApiKeysPage from '../features/api-keys/pages/api-keys-page';
import { ContactForm } from '../features/contact/components/contact-form';
import BuyCreditsDialog from '../shared/credits/components/buy-credits-dialog';
import { RefundDialog } from '../features/credits/components/refund-dialog';
import ImageToVideoPage from '../features/generation/pages/image-to-video-page';
import PromptToVideoPage from '../features/generation/pages/prompt-to-video-page';
import LibraryPage from '../features/library/pages/library-page';
import PayOncePage from '../features/payments/pages/pay-once-page';
import RestorePage from '../features/restore/pages/restore-page';
import WebhooksPage from '../features/webhooks/pages/webhooks-page';
import { ApiClient } from '../lib/api-client';
import { ServicesProvider } from '../lib/services';
import { RedeemCode } from '../shared/credits/components/redeem-code';
import { PaymentProvider } from '../shared/payments/payment-provider';
import { fakeCheckout } from '../testing/fake-checkout';
import { aRequest, aSession, errorResponse, fakeServer, jsonResponse } from '../testing/fake-server';
import { FakeUploads } from '../testing/fake-uploads';
import { aModel } from '../testing/models';
import { sessionStore } from '../testing/session-environment';

const PLAN = { id: '5s-480p', name: 'Standard', duration: 5, credits: 18, quality: '480p', popular: true };
const PACK = { id: 'starter', name: 'Starter Pack', credits: 100, price: 99 };
const ORDER = { keyId: 'k', razorpayOrderId: 'order_1', orderId: 'o-1', amount: 9900, checkoutScriptUrl: '/script.js' };
const failed = aRequest({
  ...{ id: 'q-2', status: 'failed', prompt: 'Failed boat' },
  error: { code: 'provider_failed', message: 'It failed' },
});
const finished = aRequest({
  ...{ id: 'q-1', request_id: 'q-1', status: 'completed', videoUrl: '/v.mp4', outputUrl: '/v.mp4' },
  money: { state: 'captured', credits: 18 },
});

/** What pages read. */
const reads: Parameters<typeof fakeServer>[0] = {
  'GET /api/plans': () => jsonResponse({ plans: [PLAN], models: [aModel('seedance')], imageModels: [], retired: [] }),
  'GET /api/models': () => jsonResponse({ models: [aModel('seedance')] }),
  'GET /api/presets': () => jsonResponse({ presets: [] }),
  'GET /api/credits/pricing': () =>
    jsonResponse({
      ...{ creditPacks: [PACK], videoPlans: [PLAN], restorePlans: [{ quality: 'standard', credits: 4 }], models: [] },
      ...{ currency: 'INR', colorRestorationRefusal: null },
    }),
  'GET /api/credits/balance': () => jsonResponse({ credits: 1_000, available: 1_000, held: 0 }),
  'GET /api/requests?limit=24': () => jsonResponse({ requests: [failed], nextCursor: null }),
  'GET /api/requests/q-1': () => jsonResponse({ request: finished }),
  'GET /api/keys': () => jsonResponse({ keys: [], testCreditsPerDay: 100 }),
  'GET /api/webhook-endpoints': () => jsonResponse({ endpoints: [] }),
};

interface Form {
  name: string;
  content: ReactNode;
  /** The page's address. */
  at?: string;
  isGuest?: boolean;
  /** What spends, gives or creates. */
  route: string;
  answer: object;
  /** Fills the form in. */
  fill?: () => Promise<void>;
  /** The button that sends it. */
  button: string | RegExp;
  role?: 'button' | 'menuitem';
}

const type = async (label: string | RegExp, text: string) => userEvent.type(await screen.findByLabelText(label), text);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const openMenu = () => press('Make another');
const chooseImage = async () => {
  await screen.findByRole('group', { name: /^(Photo|Image)/ });
  const field = document.querySelector<HTMLInputElement>('input[type=file]:not([capture])');
  if (field) await userEvent.upload(field, new File(['x'], 'boat.png', { type: 'image/png' }));
};

const accepted = { request_id: 'q-1', credits: 18, status: 'processing' };
const FORMS: Form[] = [
  {
    ...{ name: 'a prompt', content: <PromptToVideoPage />, at: '/image-to-video', route: '/api/generate' },
    ...{ answer: accepted, button: 'Generate video (5 s, 18 credits)' },
    fill: () => type('Video prompt', 'A boat'),
  },
  {
    ...{ name: 'an image', content: <ImageToVideoPage />, at: '/image-to-video-upload' },
    ...{ route: '/api/generate-from-image', answer: accepted, button: 'Generate video (5 s, 18 credits)' },
    fill: async () => {
      await type('Video prompt', 'A boat');
      await chooseImage();
    },
  },
  {
    ...{ name: 'a variation', content: <PromptToVideoPage />, at: '/image-to-video?request=q-1' },
    ...{ route: '/api/generate', answer: { ...accepted, request_id: 'q-5' }, button: 'New variation · 18 credits' },
    ...{ role: 'menuitem', fill: openMenu },
  },
  {
    ...{ name: 'the same video again', content: <PromptToVideoPage />, at: '/image-to-video?request=q-1' },
    ...{ route: '/api/generate', answer: { ...accepted, request_id: 'q-5' }, button: /^Same again · 18 credits/ },
    ...{ role: 'menuitem', fill: openMenu },
  },
  {
    ...{ name: 'a photo', content: <RestorePage />, at: '/restore-image', route: '/api/restore-from-image' },
    ...{ answer: { request_id: 'q-1', credits: 4 }, fill: chooseImage, button: 'Restore (4 credits)' },
  },
  {
    ...{ name: 'a retry', content: <LibraryPage />, at: '/library', route: '/api/requests/q-2/retry' },
    ...{ answer: { request_id: 'q-3' }, button: 'Try again (18 credits)' },
    fill: async () => userEvent.click((await screen.findAllByRole('button', { name: /^More about/ }))[0]!),
  },
  {
    ...{ name: 'a pack', content: <BuyCreditsDialog isOpen onClose={() => undefined} /> },
    ...{ route: '/api/payments/order', answer: ORDER, button: 'Pay ₹99' },
  },
  {
    ...{ name: 'a guest’s video', content: <PayOncePage />, at: '/pay-once', isGuest: true },
    ...{ route: '/api/payments/order', answer: ORDER, button: 'Pay ₹18' },
    fill: async () => {
      await userEvent.type(await screen.findByLabelText('Video prompt'), 'A boat at dawn');
      await press('Review order');
    },
  },
  {
    ...{ name: 'a promotional code', content: <RedeemCode />, route: '/api/credits/redeem', button: 'Redeem' },
    ...{ answer: { granted: 50, code: 'BIHU', expiresAt: null }, fill: () => type('Promotional code', 'BIHU') },
  },
  {
    name: 'a refund',
    content: (
      <RefundDialog
        purchase={{ id: 't-1', description: 'Starter Pack' }}
        refundable={{ credits: 82, amountPaise: 8118, until: '2026-12-20T10:00:00Z' }}
        onClose={() => undefined}
      />
    ),
    ...{ route: '/api/payments/t-1/refund', answer: { amountPaise: 8118, credits: 82 }, button: 'Refund ₹81.18' },
  },
  {
    ...{ name: 'an API key', content: <ApiKeysPage />, route: '/api/keys', button: 'Create key' },
    ...{ answer: { id: 'k-1', name: 'Agent', key: 'luit_live_secret' } },
    fill: async () => {
      await press('Create a key');
      await type('Name', 'Agent');
    },
  },
  {
    ...{
      name: 'a webhook endpoint',
      content: <WebhooksPage />,
      route: '/api/webhook-endpoints',
      button: 'Add endpoint',
    },
    ...{ answer: { endpoint: { id: 'e-1' }, secret: 'whsec_1' } },
    fill: async () => {
      await press('Add an endpoint');
      await type('URL', 'https://example.com/hook');
    },
  },
  {
    ...{ name: 'a message', content: <ContactForm />, route: '/api/contact', answer: {}, button: 'Send message' },
    fill: async () => {
      await type('Name', 'Rupa');
      await type('Email', 'rupa@example.com');
      await userEvent.selectOptions(screen.getByLabelText('Subject'), 'technical');
      await type('Message', 'Hello');
    },
  },
];

const pause = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));

async function show({ content, at = '/', isGuest = false, route, answer, fill }: Form, delayMs: number) {
  window.history.replaceState(null, '', at);
  const server = fakeServer({
    ...reads,
    ...new FakeUploads().routes,
    'GET /api/requests/q-5': () => jsonResponse({ request: aRequest({ id: 'q-5', request_id: 'q-5' }) }),
    [`POST ${route}`]: async () => {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      return jsonResponse(answer, { status: 202 });
    },
  });
  const session = sessionStore(server.fetch);
  if (!isGuest) await session.establish(aSession('t1'));
  const { checkout } = fakeCheckout(() => undefined);
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <PaymentProvider checkout={checkout}>
          <BrowserRouter>{content}</BrowserRouter>
        </PaymentProvider>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  await fill?.();
  return () => server.callsTo(route).filter(({ method }) => method === 'POST');
}

/** The button; as an element, because it may leave the page during the burst. */
const buttonOf = async ({ button, role = 'button' }: Form): Promise<HTMLElement> => {
  const found = await screen.findAllByRole(role, { name: button });
  await expect.poll(() => found.at(-1)).toBeEnabled();
  return found.at(-1)!;
};

describe.each(FORMS)('the form for $name', (form) => {
  beforeAll(ignoreUnintendedEnters);
  beforeEach(() => {
    Object.assign(URL, { createObjectURL: () => 'blob:image', revokeObjectURL: () => undefined });
    vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined);
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
  });

  it.each(['fast', 'slow'])('sends one request for double clicks while the server is %s', async (pace) => {
    const calls = await show(form, pace === 'fast' ? 0 : 40);
    const button = await buttonOf(form);
    await userEvent.dblClick(button);
    act(() => [1, 2, 3].forEach(() => fireEvent.click(button)));
    await pause(80);
    act(() => void fireEvent.click(button));
    await pause(80);
    expect(calls()).toHaveLength(1);
  });

  it('sends one request while Enter is held on its button, and one for a burst of shortcuts', async () => {
    // A burst takes no time, however slow the machine is.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const calls = await show(form, 5);
    const button = await buttonOf(form);
    button.focus();
    await userEvent.keyboard('{Enter>60/}');
    for (let press = 0; press < 60; press += 1) {
      const isRepeated = press % 3 !== 0;
      act(() => void fireEvent.keyDown(button, { key: 'Enter', ctrlKey: true, repeat: isRepeated }));
      if (press % 10 === 0) await pause(10);
    }
    await pause(50);
    expect(calls()).toHaveLength(1);
  });

  it('sends nothing while Enter ends a composition', async () => {
    const calls = await show(form, 0);
    const button = await buttonOf(form);
    const field = document.querySelector('form textarea, form input:not([type=file])') ?? button;
    for (const composing of [{ isComposing: true }, { keyCode: 229 }])
      for (const modifier of [{}, { ctrlKey: true }, { metaKey: true }])
        act(() => void fireEvent.keyDown(field, { key: 'Enter', ...composing, ...modifier }));
    await pause(20);
    expect(calls()).toEqual([]);
  });
});

it('a lost answer keeps the key of the intent, also on another page', async () => {
  const [form] = FORMS as [Form];
  const keys: (string | null)[] = [];
  const server = fakeServer({
    ...reads,
    'POST /api/generate': ({ headers }) => {
      keys.push(headers.get('idempotency-key'));
      return keys.length === 1
        ? errorResponse(503, 'unavailable', 'Try again')
        : jsonResponse(accepted, { status: 202 });
    },
  });
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  const services = { api: new ApiClient(server.fetch, session), session };
  for (const attempt of [1, 2]) {
    window.history.replaceState(null, '', '/image-to-video');
    const { unmount } = render(
      <ServicesProvider services={services}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <PaymentProvider>
            <BrowserRouter>{form.content}</BrowserRouter>
          </PaymentProvider>
        </QueryClientProvider>
      </ServicesProvider>,
    );
    if (attempt === 1) await form.fill?.();
    await userEvent.click(await buttonOf(form));
    await expect.poll(() => keys.length).toBe(attempt);
    await pause(20);
    unmount();
  }
  expect(keys[1]).toBe(keys[0]);
});
