import { billingCalls } from '@luit/contracts/billing/messages';
import type { WebhooksQuery } from '@luit/contracts/billing/webhook-events';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { ReasonDto } from '../../reason.dto';

@Injectable()
export class AdminWebhooksService {
  constructor(private readonly calls: CallClient) {}

  list({ q, ...filter }: WebhooksQuery) {
    const words = q?.trim() || undefined;
    return this.calls.call(billingCalls.listWebhooks, { ...filter, words });
  }

  /** @throws LuitError `not_found` */
  get(id: string) {
    return this.calls.call(billingCalls.getWebhook, { id: requireId(id) });
  }

  /** @throws LuitError `not_found`, `conflict` */
  replay(adminId: string, id: string, { reason }: ReasonDto) {
    return this.calls.call(billingCalls.replayWebhook, { id: requireId(id), adminId, reason });
  }
}

function requireId(id: string): string {
  if (!isUUID(id)) throw new LuitError('not_found', 'Webhook not found.');
  return id;
}
