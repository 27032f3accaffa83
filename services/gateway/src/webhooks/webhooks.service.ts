import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { recordSecurityEvent } from '@luit/platform/security/security-events';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Headers that a provider's signature may cover or that tell what the body is. */
const OF_A_PROVIDER = /^(webhook-|x-|content-type$|user-agent$)/;

/** Takes in what vendors report: the bytes as they came, to the service that can check them. */
@Injectable()
export class WebhooksService {
  constructor(private readonly calls: CallClient) {}

  /** A duplicate is answered like the first, so that the sender stops repeating it. */
  async receiveRazorpay(body: unknown, headers: IncomingHttpHeaders): Promise<object> {
    const signature = headers['x-razorpay-signature'];
    if (typeof signature !== 'string' || !signature) {
      recordSecurityEvent('webhook_signature_refused', { sender: 'razorpay', reason: 'No signature' });
      throw new LuitError('invalid_signature', 'The webhook carries no signature.');
    }
    const raw = bytes(body);
    const eventId = headers['x-razorpay-event-id'];
    await this.calls.call(billingCalls.receiveWebhook, {
      rawBody: raw.toString('base64'),
      signature,
      // Without an id of its own an event is known by its bytes.
      eventId: typeof eventId === 'string' && eventId ? eventId : createHash('sha256').update(raw).digest('hex'),
    });
    return {};
  }

  async receiveProvider(provider: string, token: string, body: unknown, headers: IncomingHttpHeaders): Promise<object> {
    await this.calls.call(generationCalls.receiveProviderEvent, {
      provider,
      token,
      headers: Object.fromEntries(
        Object.entries(headers)
          .filter(([name]) => OF_A_PROVIDER.test(name))
          .map(([name, value]) => [name, String(value)]),
      ),
      rawBody: bytes(body).toString('base64'),
    });
    return {};
  }
}

function bytes(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
