interface CheckoutAnswer {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature?: string;
}

export interface Paid {
  razorpayOrderId: string;
  razorpayPaymentId: string;
  /** Empty if the callback was lost or the payment failed. */
  signature: string;
}

/** Completes the checkout in the sandbox. */
export async function checkout(
  sandboxUrl: string,
  orderId: string,
  outcome: 'success' | 'failure' | 'callback_lost',
  webhooks = 'normal',
  /** Paise; the order's amount if absent. */
  amount?: number,
): Promise<Paid> {
  const answer = await control<CheckoutAnswer>(sandboxUrl, 'checkout', {
    order_id: orderId,
    outcome,
    webhooks,
    amount,
  });
  return {
    razorpayOrderId: answer.razorpay_order_id,
    razorpayPaymentId: answer.razorpay_payment_id,
    signature: answer.razorpay_signature ?? '',
  };
}

/** Injects a fault into the sandbox's Razorpay until `reset`. */
export async function setFault(sandboxUrl: string, kind: string, probability = 1): Promise<void> {
  await control(sandboxUrl, 'faults', { target: 'razorpay', kind, for_seconds: 60, probability });
}

export async function reset(sandboxUrl: string): Promise<void> {
  await control(sandboxUrl, 'reset', {});
}

/** The requests that the sandbox's Razorpay received, for example `POST /razorpay/v1/orders`. */
export async function recordedRequests(sandboxUrl: string): Promise<{ request: string; body: unknown }[]> {
  const response = await fetch(`${sandboxUrl}/control/log?target=razorpay`);
  const { entries } = (await response.json()) as { entries: { method: string; path: string; body: unknown }[] };
  return entries.map(({ method, path, body }) => ({ request: `${method} ${path}`, body }));
}

async function control<T>(sandboxUrl: string, path: string, body: object): Promise<T> {
  const response = await fetch(`${sandboxUrl}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The sandbox results ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

interface ReversalOptions {
  /** Paise; the full amount if absent. */
  amount?: number;
  webhooks?: string;
}

/** Refunds a payment as from Razorpay's dashboard. Returns the refund's id. */
export async function refundInDashboard(
  sandboxUrl: string,
  paymentId: string,
  options: ReversalOptions = {},
): Promise<string> {
  return (await control<{ id: string }>(sandboxUrl, 'refund', { payment_id: paymentId, ...options })).id;
}

export async function failRefund(sandboxUrl: string, razorpayRefundId: string): Promise<void> {
  await control(sandboxUrl, `refund/${razorpayRefundId}/fail`, {});
}

/** Opens a dispute as a payer's bank does. Returns the dispute's id. */
export async function dispute(sandboxUrl: string, paymentId: string, options: ReversalOptions = {}): Promise<string> {
  return (await control<{ id: string }>(sandboxUrl, 'dispute', { payment_id: paymentId, ...options })).id;
}

export async function endDispute(
  sandboxUrl: string,
  disputeId: string,
  status: 'under_review' | 'won' | 'lost' | 'closed',
  webhooks = 'normal',
): Promise<void> {
  await control(sandboxUrl, `dispute/${disputeId}`, { status, webhooks });
}
