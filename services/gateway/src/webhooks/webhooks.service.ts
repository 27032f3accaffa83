import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { RunningTasks } from '../creations/requests/running-tasks';

/** Headers that a provider's signature may cover, or that describe the body. */
const FORWARDED_HEADERS = /^(webhook-|x-|content-type$|user-agent$)/;

/** Forwards webhooks of vendors as raw bytes to the service that verifies them. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly calls: CallClient,
    private readonly tasks: RunningTasks,
  ) {}

  /** Answers duplicates like the first delivery, so that the sender stops retrying. */
  async receiveRazorpay(body: unknown, headers: IncomingHttpHeaders): Promise<object> {
    const signature = headers['x-razorpay-signature'];
    if (typeof signature !== 'string' || !signature) {
      recordSecurityEvent('webhook_signature_refused', { sender: 'razorpay', reason: 'No signature' });
      throw new LuitError('invalid_signature', 'The webhook has no signature.');
    }
    const raw = bytes(body);
    const eventId = headers['x-razorpay-event-id'];
    await this.calls.call(billingCalls.receiveWebhook, {
      rawBody: raw.toString('base64'),
      signature,
      // Events without an id are identified by the hash of their body.
      eventId: typeof eventId === 'string' && eventId ? eventId : createHash('sha256').update(raw).digest('hex'),
    });
    return {};
  }

  /** A callback that only reports that a known task is running costs no call. */
  async receiveProvider(provider: string, token: string, body: unknown, headers: IncomingHttpHeaders): Promise<object> {
    const raw = bytes(body);
    if (this.tasks.isOldNews(token, raw.toString())) return {};
    await this.calls.call(generationCalls.receiveProviderEvent, {
      provider,
      token,
      headers: Object.fromEntries(
        Object.entries(headers)
          .filter(([name]) => FORWARDED_HEADERS.test(name))
          .map(([name, value]) => [name, String(value)]),
      ),
      rawBody: raw.toString('base64'),
    });
    return {};
  }
}

function bytes(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
