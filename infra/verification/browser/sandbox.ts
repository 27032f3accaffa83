import { expect } from '@playwright/test';
import { stack } from './creator';

/** Calls the control API of the sandbox. */
export async function control(path: string, body: object = {}): Promise<void> {
  const answer = await fetch(`${stack().sandbox}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
}

/** Injects a fault into the sandbox's Replicate until `control('reset')` or for ten minutes. */
export const injectFault = (kind: string) => control('faults', { target: 'replicate', kind, for_seconds: 600 });

/** Opens a dispute at the sandbox's Razorpay, as a payer's bank does. */
export const dispute = (paymentId: string) => control('dispute', { payment_id: paymentId });
