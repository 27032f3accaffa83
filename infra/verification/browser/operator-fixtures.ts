import { newCreator } from '@luit/smoke/smoke-test';
import { expect } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { stack } from './creator';
import { injectFault } from './sandbox';

/** Starts six jobs at a provider that only returns errors, which opens its circuit breaker. */
export async function failJobs(): Promise<void> {
  const { api, sandbox, mailbox } = stack();
  const creator = await newCreator({ api, sandbox, mailbox });
  for (let packs = 1; packs <= 2; packs += 1) await creator.buyPack('starter');
  await injectFault('error:500');
  for (let i = 1; i <= 6; i += 1) {
    const prompt = `A long boat on the wide river at dawn, seen from the bank where the reeds stand, take ${i}`;
    const input = { prompt, duration: 5, planId: '5s-480p', model: 'stableVideo' };
    await creator.post('/api/generate', input, { 'idempotency-key': randomUUID() });
  }
}

export async function writeMessage(): Promise<void> {
  const { api, sandbox, mailbox } = stack();
  const creator = await newCreator({ api, sandbox, mailbox });
  const message = {
    name: 'Asha Devi',
    email: 'asha@example.com',
    subject: 'billing',
    message: 'My invoice of last week names the wrong state.\nCould you send me another one? '.repeat(3),
  };
  await creator.post('/api/contact', message, { 'idempotency-key': randomUUID() });
}

/** Sends a payment webhook with a wrong signature. */
export async function refuseWebhook(eventId: string): Promise<void> {
  const response = await fetch(`${stack().api}/api/webhooks/razorpay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-razorpay-signature': 'forged', 'x-razorpay-event-id': eventId },
    body: JSON.stringify({ event: 'payment.captured' }),
  });
  expect(response.status).toBe(400);
}
