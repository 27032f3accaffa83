import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, it, type Mock, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import OrderPage from './order-page';
import type { OrderView } from './order-view';

const MONEY = { capturedPaise: 9_900, refundedPaise: 0, refundPendingPaise: 0, disputedPaise: 0, lostPaise: 0 };
const line = (kind: OrderView['lines'][number]['kind'], note: string | null = null, credits = 0) => ({
  ...{ at: '2026-11-24T02:00:00.000Z', kind, reference: `${kind}-${note}`, note, amountPaise: 0, credits },
});
const CREDITS = {
  ...{ granted: 100, unspent: 100, heldForJobs: 0, heldForRefunds: 0, captured: 0 },
  ...{ refunded: 0, clawedBack: 0, debtRepaid: 0, forfeited: 0, unattributed: 0 },
};
const ORDER: OrderView = {
  ...{ orderId: 'o-1', kind: 'pack', state: 'paid', name: 'Starter Pack', amountPaise: 9_900, currency: 'INR' },
  ...{ credits: 100, createdAt: '2026-11-24T02:00:00.000Z', razorpayOrderId: 'order_1', transactionId: 't-1' },
  ...{ payment: { id: 'pay_1', source: 'webhook' }, requestId: null, accountId: 'u-1', buyerId: 'u-1' },
  ...{ buyerEmail: 'asha@example.com', pollCount: 1, nextPollAt: null, mails: [], refundIds: [] },
  ...{ isCutOff: false, webhookDays: 30, creditSums: CREDITS, money: { ...MONEY, keptPaise: 9_900 } },
  lines: [
    line('webhook', 'payment.captured: granted'),
    line('webhook', 'order.paid: granted'),
    line('credits_granted', 'webhook', 100),
  ],
};

let fetch: Mock<typeof globalThis.fetch>;

async function show(money: Partial<OrderView['money']> = {}, more: Partial<OrderView> = {}): Promise<HTMLElement> {
  const data = { ...ORDER, ...more, money: { ...ORDER.money, ...money } };
  const page = (
    <Routes>
      <Route path="/orders/:id" element={<OrderPage />} />
    </Routes>
  );
  fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(Response.json({ success: true, data })));
  renderSignedIn(page, fetch, { path: '/orders/o-1', role: 'owner' });
  await screen.findByRole('heading', { level: 1, name: 'Order: Starter Pack' });
  return screen.getByRole('list', { name: 'Status' });
}
const badges = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('"Credits granted" appears once: the webhooks only reported the payment', async () => {
  expect(badges(await show())).toEqual(['Paid']);
  expect(screen.getAllByText(/Credits granted/)).toHaveLength(1);
  expect(screen.getByText('order.paid')).toBeVisible();
});

it('an open dispute outweighs "Paid", and leads to the dispute', async () => {
  const list = await show({ disputedPaise: 9_900, keptPaise: 0 });
  expect(badges(list)).toEqual(['Disputed', 'Paid']);
  expect(within(list).getByText('Paid')).not.toHaveClass('text-success');
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent('The customer’s bank is withholding ₹99.00.');
  expect(within(alert).getByRole('link', { name: 'View dispute' })).toHaveAttribute('href', '/disputes?q=pay_1');
});

it.each([
  [{ lostPaise: 9_900, keptPaise: 0 }, ['Dispute lost', 'Paid']],
  [{ refundedPaise: 9_900, keptPaise: 0 }, ['Refunded', 'Paid']],
  [{ refundedPaise: 900, keptPaise: 9_000 }, ['Partly refunded', 'Paid']],
  [{ refundPendingPaise: 900, keptPaise: 9_000 }, ['Refund in progress', 'Paid']],
])('money that went back leads the status: %j', async (money, expected) => {
  const list = await show(money);
  expect(badges(list)).toEqual(expected);
  expect(within(list).getByText('Paid')).not.toHaveClass('text-success');
});

it('a refund that is owed shows its attempts and last error, and can be retried', async () => {
  const refund = {
    ...{
      id: 'r-1',
      paymentId: 'pay_1',
      reason: 'job_failed' as const,
      amountPaise: 1_800,
      state: 'requested' as const,
    },
    ...{ isAccepted: false, isOverdue: true, attempts: 3, lastError: '400: invalid request sent' },
    ...{ attemptedAt: '2026-11-24T02:10:00.000Z', nextAttemptAt: '2026-11-24T03:10:00.000Z' },
  };
  const list = await show({ refundPendingPaise: 1_800 }, { refunds: [refund] });
  expect(badges(list)).toEqual(['Refund not paid', 'Paid']);
  const notice = screen.getByRole('region', { name: 'Refund of ₹18.00' });
  expect(notice).toHaveTextContent('Attempts: 3. Last error: 400: invalid request sent.');
  await userEvent.click(within(notice).getByRole('button', { name: 'Retry now' }));
  const retried = fetch.mock.calls
    .map(([url]) => String(url))
    .filter((url) => url.endsWith('/api/admin/refunds/r-1/retry'));
  expect(retried).toHaveLength(1);
});

it('a refund that can never go through is closed with the reference of its payment', async () => {
  const refund = {
    ...({ id: 'r-1', paymentId: 'pay_1', reason: 'job_failed', amountPaise: 1_800, state: 'requested' } as const),
    ...{ isAccepted: false, isOverdue: true, attempts: 3, lastError: 'The bank failed the refund rfnd_1' },
    ...{ attemptedAt: '2026-11-24T02:10:00.000Z', nextAttemptAt: '2026-11-24T03:10:00.000Z' },
  };
  await show({ refundPendingPaise: 1_800 }, { refunds: [refund] });
  await userEvent.click(screen.getByRole('button', { name: 'Paid in another way…' }));
  const dialog = screen.getByRole('dialog', { name: 'The refund of ₹18.00 was paid in another way' });
  const confirm = within(dialog).getByRole('button', { name: 'Record that ₹18.00 is paid' });
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'closed card');
  expect(confirm).toBeDisabled();
  await userEvent.type(within(dialog).getByLabelText(/^Reference/), ' UTR 123456789012 ');
  await userEvent.click(confirm);
  const bodies = fetch.mock.calls
    .filter(([url]) => String(url).endsWith('/api/admin/refunds/r-1/paid-otherwise'))
    .map(([, options]) => JSON.parse(String(options?.body)) as unknown);
  expect(bodies).toEqual([{ reference: 'UTR 123456789012', reason: 'closed card' }]);
});

it('a payment that does not match its order names both amounts, and can be refunded', async () => {
  await show({}, { unmatchedPayments: [{ id: 'pay_2', amountPaise: 100, currency: 'INR' }] });
  const notice = screen.getByRole('region', { name: 'Payment pay_2' });
  expect(notice).toHaveTextContent('The payment pay_2 of ₹1.00 does not match this order of ₹99.00.');
  await userEvent.click(within(notice).getByRole('button', { name: 'Refund this payment…' }));
  expect(screen.getByRole('dialog', { name: 'Refund ₹1.00' })).toBeVisible();
});

it('a paid order is refunded from its page, and one without money left is not', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Refund…' }));
  expect(fetch.mock.calls.map(([path]) => String(path)).at(-1)).toMatch(/\/api\/admin\/transactions\/t-1$/);
  cleanup();
  await show({ refundedPaise: 9_900, keptPaise: 0 });
  expect(screen.queryByRole('button', { name: 'Refund…' })).not.toBeInTheDocument();
});
