import type { CreditLot } from '@luit/contracts/billing/balances';
import type { CreditTransaction } from '@luit/contracts/billing/transactions';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { queryClient } from '../../../lib/query-client';
import { ServicesProvider } from '../../../lib/services';
import { aRequest, aSession, fakeServer, jsonResponse, errorResponse } from '../../../testing/fake-server';
import { fakeCheckout } from '../../../testing/fake-checkout';
import { sessionStore } from '../../../testing/session-environment';
import type { Checkout } from '../../../shared/payments/checkout';
import { PaymentProvider } from '../../../shared/payments/payment-provider';
import VaultPage from './vault-page';

const FIRST = 'GET /api/credits/transactions?limit=50&offset=0';
const SECOND = 'GET /api/credits/transactions?limit=50&offset=50';

function aRow(id: string, changes: Partial<CreditTransaction> = {}): CreditTransaction {
  return {
    id,
    user_id: 'u-1',
    type: 'usage',
    amount: -18,
    description: `Video ${id}`,
    status: 'completed',
    created_at: '2026-11-20T10:00:00Z',
    reference_id: null,
    balance_after: 82,
    ...changes,
  };
}

function aLot(id: string, changes: Partial<CreditLot> = {}): CreditLot {
  return {
    id,
    kind: 'purchase',
    credits: 100,
    remaining: 100,
    held: 0,
    description: 'Starter Pack',
    created_at: '2026-11-20T10:00:00Z',
    expires_at: null,
    ...changes,
  };
}

const purchase = aRow('t-1', { type: 'purchase', amount: 100, description: 'Starter Pack' });
const broken = () => errorResponse(400, 'validation_failed', 'The ledger is unavailable');

async function show(routes: Parameters<typeof fakeServer>[0] = {}, checkout?: Checkout) {
  queryClient.clear();
  const table: Parameters<typeof fakeServer>[0] = {
    'GET /api/credits/balance': () => jsonResponse({ credits: 82, available: 82, held: 0 }),
    'GET /api/credits/lots': () => jsonResponse({ lots: [] }),
    [FIRST]: () => jsonResponse({ transactions: [purchase], total: 1 }),
    ...routes,
  };
  const server = fakeServer(table);
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={queryClient}>
        <PaymentProvider checkout={checkout}>
          <MemoryRouter>
            <VaultPage />
          </MemoryRouter>
        </PaymentProvider>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  return { ...server, table };
}

const rows = async () => within(await screen.findByRole('list', { name: 'Transactions' })).findAllByRole('listitem');
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('VaultPage', () => {
  afterEach(() => vi.restoreAllMocks());

  it('a row says what the credits were spent on by its prompt, and leads to it', async () => {
    const spent = (id: string, description: string) => aRow(id, { reference_id: `q-${id}`, description });
    const transactions = [
      spent('1', 'Video generation: 5 s, 480p'),
      spent('2', 'Photo restoration: high quality'),
      aRow('3', { type: 'grant', reference_id: 'g-1' }),
    ];
    await show({
      [FIRST]: () => jsonResponse({ transactions, total: 3 }),
      'GET /api/requests?limit=24': () =>
        jsonResponse({ requests: [aRequest({ id: 'q-1', prompt: 'A boat at dawn' })], nextCursor: null }),
    });
    const boat = await screen.findByRole('link', { name: 'A boat at dawn' });
    expect(boat).toHaveAttribute('href', '/image-to-video?request=q-1');
  });

  it('the vault shows a welcome and the balance, and sells packs in a dialog [VLT-01]', async () => {
    const pack = { id: 'starter', name: 'Starter Pack', price: 99, credits: 100, popular: false, savings: 0 };
    const pro = { id: 'pro', name: 'Pro Pack', price: 1999, credits: 2200, popular: true, savings: 20 };
    await show({ 'GET /api/credits/pricing': () => jsonResponse({ creditPacks: [pack, pro], videoPlans: [] }) });
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome, Mridula Hazarika' })).toBeInTheDocument();
    expect(await within(screen.getByRole('region', { name: 'Available credits' })).findByText('82')).toBeVisible();
    await press('Buy credits');
    const dialog = within(await screen.findByRole('dialog', { name: 'Buy credits' }));
    expect(await dialog.findByRole('radio', { name: /Pro Pack/ })).toBeChecked();
    await userEvent.click(dialog.getByRole('radio', { name: /Starter Pack/ }));
    expect(dialog.getByRole('button', { name: 'Pay ₹99' })).toBeEnabled();
  });

  it('a closed checkout is reported in the dialog that comes back, and no longer after it was closed', async () => {
    const pack = { id: 'starter', name: 'Starter Pack', price: 99, credits: 100, popular: false, savings: 0 };
    const order = { keyId: 'rzp_test_1', razorpayOrderId: 'order_1', orderId: 'o-1', amount: 9900, currency: 'INR' };
    const { checkout } = fakeCheckout(({ modal }) => modal.ondismiss());
    const routes = {
      'GET /api/credits/pricing': () => jsonResponse({ creditPacks: [pack], videoPlans: [] }),
      'POST /api/payments/order': () => jsonResponse(order),
    };
    await show(routes, checkout);
    await press('Buy credits');
    const dialog = within(await screen.findByRole('dialog', { name: 'Buy credits' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Pay ₹99' }));
    expect(await dialog.findByText(/Checkout closed/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.queryByText(/Checkout closed/)).not.toBeInTheDocument();
  });

  it('a balance that has not loaded is not shown as 0', async () => {
    await show({ 'GET /api/credits/balance': () => new Promise(() => undefined) });
    expect(within(screen.getByRole('region', { name: 'Available credits' })).getByText('–')).toBeVisible();
  });

  it('the balance card lists lots with expiry and held credits [G-17]', async () => {
    const welcome = {
      kind: 'grant' as const,
      remaining: 2,
      held: 18,
      description: 'Welcome credits',
      expires_at: '2026-12-21T10:00:00Z',
    };
    await show({
      'GET /api/credits/balance': () => jsonResponse({ credits: 102, available: 102, held: 18 }),
      'GET /api/credits/lots': () => jsonResponse({ lots: [aLot('l-1', welcome), aLot('l-2')] }),
    });
    const lots = within(await screen.findByRole('list', { name: 'Balance breakdown' })).getAllByRole('listitem');
    expect(lots.map((lot) => lot.textContent)).toEqual([
      '2Welcome creditsExpire on 21 Dec 2026, 18 held',
      '100Starter PackNever expire',
    ]);
    expect(await screen.findByText('18 credits held')).toBeInTheDocument();
    expect(screen.getByText(/spent if the job succeeds and returned if it fails/)).toBeInTheDocument();
  });

  it('a failed lots request leaves the rest of the page intact and can be retried [G-08]', async () => {
    const { table } = await show({ 'GET /api/credits/lots': broken });
    expect(await screen.findByText(/We couldn’t refresh the breakdown/)).toBeInTheDocument();
    expect(await rows()).toHaveLength(1);
    table['GET /api/credits/lots'] = () => jsonResponse({ lots: [aLot('l-2')] });
    await press('Retry');
    expect(await screen.findByRole('list', { name: 'Balance breakdown' })).toHaveTextContent('Starter Pack');
    expect(screen.queryByText(/We couldn’t refresh the breakdown/)).not.toBeInTheDocument();
  });

  it('the history loads 50 rows, then 50 more on request, and reloads on refresh [VLT-02]', async () => {
    const page = (from: number, count: number) => Array.from({ length: count }, (_, i) => aRow(`n-${from + i}`));
    const { table, callsTo } = await show({
      [FIRST]: () => jsonResponse({ transactions: page(0, 50), total: 53 }),
      // A row was added between the requests, so the last row of the first page is repeated.
      [SECOND]: () => jsonResponse({ transactions: page(49, 4), total: 54 }),
    });
    expect(await rows()).toHaveLength(50);
    expect(screen.getByText('50 of 53')).toBeInTheDocument();
    await press('Show more');
    await expect.poll(rows).toHaveLength(53);
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();

    table[FIRST] = () => jsonResponse({ transactions: [purchase], total: 1 });
    await press('Refresh');
    await expect.poll(rows).toHaveLength(1);
    expect(callsTo('/api/credits/balance')).toHaveLength(2);
  });

  it('a failed next page keeps the loaded rows [VLT-02]', async () => {
    const { table } = await show({
      [FIRST]: () => jsonResponse({ transactions: [purchase], total: 2 }),
      'GET /api/credits/transactions?limit=50&offset=1': broken,
    });
    await press('Show more');
    expect(await screen.findByText(/We couldn’t load older transactions/)).toBeInTheDocument();
    expect(screen.queryByText(/Could not refresh/)).not.toBeInTheDocument();
    expect(await rows()).toHaveLength(1);
    table['GET /api/credits/transactions?limit=50&offset=1'] = () =>
      jsonResponse({ transactions: [aRow('t-0')], total: 2 });
    await press('Show more');
    await expect.poll(rows).toHaveLength(2);
  });

  it('a failed refresh keeps the last rows with their time until a retry succeeds [VLT-03, G-08]', async () => {
    const { table } = await show();
    expect(await rows()).toHaveLength(1);
    const answer = table[FIRST];
    table[FIRST] = broken;
    await press('Refresh');
    expect(await screen.findByText(/^Could not refresh, showing data from \d+ \w+ \d{4}/)).toBeInTheDocument();
    expect(await rows()).toHaveLength(1);
    if (answer) table[FIRST] = answer;
    await press('Retry');
    await expect.poll(() => screen.queryByText(/Could not refresh/)).toBeNull();
  });

  it('a failed first load shows an error with a retry and no invented rows [VLT-03, G-08]', async () => {
    const { table } = await show({ [FIRST]: broken });
    expect(await screen.findByText('We couldn’t load your transactions')).toBeInTheDocument();
    expect(screen.getByText('The ledger is unavailable')).toBeInTheDocument();
    expect(screen.queryByRole('list', { name: 'Transactions' })).not.toBeInTheDocument();
    table[FIRST] = () => jsonResponse({ transactions: [purchase], total: 1 });
    await press('Retry');
    expect(await rows()).toHaveLength(1);
  });

  it('a purchase shows the ID of its order under the name that mails and receipts use [G-65]', async () => {
    await show({ [FIRST]: () => jsonResponse({ transactions: [{ ...purchase, orderId: 'order_N1' }], total: 1 }) });
    expect(await screen.findByText('Order ID: order_N1')).toBeInTheDocument();
  });

  it('a balance that fails to load shows 0, marked and with a retry [CR-12, G-40]', async () => {
    const { table } = await show({ 'GET /api/credits/balance': broken });
    const card = within(screen.getByRole('region', { name: 'Available credits' }));
    expect(await card.findByText(/Couldn’t load your balance/)).toBeInTheDocument();
    expect(card.getByText('0')).toHaveAttribute('title', 'Couldn’t load your balance');
    table['GET /api/credits/balance'] = () => jsonResponse({ credits: 82, available: 82, held: 0 });
    await userEvent.click(card.getByRole('button', { name: 'Retry' }));
    expect(await card.findByText('82')).toBeInTheDocument();
  });

  it("the server's error message is logged [CR-19]", async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await show({ [FIRST]: broken });
    expect(await screen.findByText('The ledger is unavailable')).toBeInTheDocument();
    expect(log).toHaveBeenCalledWith('Loading credits transactions failed:', 'The ledger is unavailable');
  });

  it('each row shows its kind and signed credits [CR-22, CR-23]', async () => {
    const transactions = [
      purchase,
      aRow('t-2'),
      aRow('t-3', { type: 'refund', amount: 18 }),
      aRow('t-4', { type: 'grant', amount: 20 }),
    ];
    await show({ [FIRST]: () => jsonResponse({ transactions, total: 4 }) });
    const texts = (await rows()).map((row) => row.textContent);
    const expected = [
      /\+100 credits.*Purchase/,
      /−18 credits.*Video generation/,
      /\+18 credits.*Refund/,
      /\+20 .*Other/,
    ];
    expected.forEach((pattern, index) => expect(texts[index]).toMatch(pattern));
  });

  /** Records the names of saved files. */
  function watchSaves(): string[] {
    const saved: string[] = [];
    Object.assign(URL, { createObjectURL: () => 'blob:invoice', revokeObjectURL: () => undefined });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    return saved;
  }

  it("a purchase's invoice is saved under its number, a receipt is called so, and other rows have none [G-48]", async () => {
    const saved = watchSaves();
    const disposition = { 'content-disposition': 'attachment; filename="INV-2627-000042.pdf"' };
    const { table } = await show({
      [FIRST]: () =>
        jsonResponse({
          transactions: [{ ...purchase, document: 'invoice' }, { ...purchase, id: 't-3' }, aRow('t-2')],
          total: 3,
        }),
      'GET /api/credits/invoices/t-1.pdf': () => new Response('%PDF', { headers: disposition }),
    });
    expect(await screen.findAllByRole('button', { name: /^(Invoice|Receipt): / })).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Receipt: Starter Pack' })).toBeInTheDocument();
    await press('Invoice: Starter Pack');
    await expect.poll(() => saved).toEqual(['INV-2627-000042.pdf']);

    table['GET /api/credits/invoices/t-1.pdf'] = () =>
      errorResponse(503, 'unavailable', 'Please try again in a moment.');
    await press('Invoice: Starter Pack');
    expect(await screen.findByText('Invoice download failed: Please try again in a moment.')).toBeInTheDocument();
    expect(saved).toHaveLength(1);
  });

  it('the credit note of a completed refund is saved under its number [G-48]', async () => {
    const saved = watchSaves();
    const refund = {
      ...aRow('t-9'),
      type: 'refund' as const,
      amount: -82,
      description: 'Refund to your payment method',
    };
    const disposition = { 'content-disposition': 'attachment; filename="CN-2627-000003.pdf"' };
    await show({
      [FIRST]: () =>
        jsonResponse({
          transactions: [
            { ...refund, amountPaise: 8118, hasCreditNote: true },
            { ...refund, id: 't-8', amountPaise: 900, status: 'pending' },
          ],
          total: 2,
        }),
      'GET /api/credits/invoices/t-9.pdf': () => new Response('%PDF', { headers: disposition }),
    });
    expect(await screen.findAllByRole('button', { name: /^Credit note/ })).toHaveLength(1);
    expect(screen.getByText('Pending')).toBeInTheDocument();
    await press('Credit note: Refund to your payment method');
    await expect.poll(() => saved).toEqual(['CN-2627-000003.pdf']);
  });

  it('a delayed refund is called delayed in the dialog, at its purchase and in its own row', async () => {
    const refundable = { credits: 82, amountPaise: 8118, until: '2026-12-20T10:00:00Z' };
    const refunded = { credits: 82, amountPaise: 8118, status: 'delayed' as const };
    const row = { ...aRow('t-9'), type: 'refund' as const, amount: -82, description: 'Refund to your payment method' };
    let isRequested = false;
    await show({
      [FIRST]: () =>
        jsonResponse({
          transactions: isRequested
            ? [
                { ...row, amountPaise: 8118, status: 'pending', isDelayed: true },
                { ...purchase, refunded },
              ]
            : [{ ...purchase, refundable }],
          total: 1,
        }),
      'POST /api/payments/t-1/refund': () => {
        isRequested = true;
        return jsonResponse({ refundId: 'r-1', amountPaise: 8118, credits: 82, isDelayed: true });
      },
    });
    await press('Refund unused credits: Starter Pack');
    await press('Refund ₹81.18');
    const text = 'The refund of ₹81.18 is delayed. We’re retrying, and our team has been informed.';
    await expect.poll(() => screen.getAllByText(text)).toHaveLength(2);
    expect(screen.getByText('Delayed: we’re retrying')).toBeInTheDocument();
    expect(screen.queryByText(/on its way/)).not.toBeInTheDocument();
  });

  it('the refund dialog shows the amounts, sends one idempotent request and reports the result [G-16]', async () => {
    const refundable = { credits: 82, amountPaise: 8118, until: '2026-12-20T10:00:00Z' };
    let refunded: CreditTransaction['refunded'];
    let isRefused = true;
    const server = await show({
      [FIRST]: () =>
        jsonResponse({ transactions: [{ ...purchase, ...(refunded ? { refunded } : { refundable }) }], total: 1 }),
      'POST /api/payments/t-1/refund': () => {
        if (isRefused) return errorResponse(409, 'conflict', 'These credits are in use by a job.');
        refunded = { credits: 82, amountPaise: 8118, status: 'pending' };
        return jsonResponse({ refundId: 'r-1', amountPaise: 8118, credits: 82 });
      },
    });
    await press('Refund unused credits: Starter Pack');
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund unused credits' }));
    expect(dialog.getByText('82 credits')).toBeInTheDocument();
    expect(dialog.getByText('₹81.18')).toBeInTheDocument();
    await press('Refund ₹81.18');
    expect(await screen.findByText('These credits are in use by a job.')).toBeInTheDocument();
    isRefused = false;
    await press('Refund ₹81.18');
    expect(await screen.findByText(/₹81.18 is on its way/)).toBeInTheDocument();
    expect(await screen.findByText('₹81.18 is being refunded')).toBeInTheDocument();
    for (const { headers } of server.callsTo('/api/payments/t-1/refund')) {
      expect(headers.get('idempotency-key')).toBeTruthy();
    }
  });
});
