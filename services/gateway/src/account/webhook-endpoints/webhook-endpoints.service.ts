import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestSource } from '@luit/contracts/auth/sessions';
import type {
  DeliveriesReplayBody,
  IssuedWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointBody,
  WebhookEndpointChangeBody,
} from '@luit/contracts/auth/webhooks';
import { LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { IdPageQuery } from '../../http/requests/page-query';

const ENDS_FIRST = 'Choose an end after the beginning';

/** How a request that issues a secret was sent. */
export interface Sent {
  from: RequestSource;
  /** Retries of a request have the same one. */
  idempotencyKey: string | undefined;
}

type IssuedView = WebhookEndpoint & { secret: string };

/** The webhook endpoints of a user and their deliveries, which auth owns. */
@Injectable()
export class WebhookEndpointsService {
  constructor(private readonly calls: CallClient) {}

  list(userId: string): Promise<{ endpoints: WebhookEndpoint[] }> {
    return this.calls.call(authCalls.listWebhookEndpoints, { userId });
  }

  /** @param sent `apiKeyId` is of the program that asks; absent for a signed-in person */
  async create(userId: string, input: WebhookEndpointBody, sent: Sent & { apiKeyId?: string }): Promise<IssuedView> {
    return toView(await this.calls.call(authCalls.createWebhookEndpoint, { userId, ...input, ...sent }));
  }

  async change(
    userId: string,
    endpointId: string,
    input: WebhookEndpointChangeBody,
    from: RequestSource,
  ): Promise<WebhookEndpoint> {
    assertId(endpointId);
    return this.calls.call(authCalls.updateWebhookEndpoint, { userId, endpointId, ...input, from });
  }

  async remove(userId: string, endpointId: string): Promise<void> {
    assertId(endpointId);
    await this.calls.call(authCalls.deleteWebhookEndpoint, { userId, endpointId });
  }

  async rotate(userId: string, endpointId: string, sent: Sent): Promise<IssuedView> {
    assertId(endpointId);
    return toView(await this.calls.call(authCalls.rotateWebhookSecret, { userId, endpointId, ...sent }));
  }

  async test(userId: string, endpointId: string): Promise<WebhookDelivery> {
    assertId(endpointId);
    return this.calls.call(authCalls.testWebhookEndpoint, { userId, endpointId });
  }

  async deliveries(userId: string, endpointId: string, { limit, cursor }: IdPageQuery) {
    assertId(endpointId);
    return this.calls.call(authCalls.listWebhookDeliveries, { userId, endpointId, limit, cursor });
  }

  async replayAll(userId: string, endpointId: string, input: DeliveriesReplayBody): Promise<CappedCount> {
    assertId(endpointId);
    const { from, to, onlyFailed = false, dryRun = false } = input;
    if (Date.parse(from) >= Date.parse(to)) {
      throw new LuitError('validation_failed', ENDS_FIRST, { details: { to: ENDS_FIRST } });
    }
    return this.calls.call(authCalls.replayWebhookDeliveries, { userId, endpointId, from, to, onlyFailed, dryRun });
  }

  async replay(userId: string, deliveryId: string): Promise<WebhookDelivery> {
    if (!isUUID(deliveryId)) throw new LuitError('not_found', 'This delivery does not exist.');
    return this.calls.call(authCalls.replayWebhookDelivery, { userId, deliveryId });
  }
}

function toView({ secret, endpoint }: IssuedWebhookEndpoint): IssuedView {
  return { ...endpoint, secret };
}

function assertId(endpointId: string): void {
  if (!isUUID(endpointId)) throw new LuitError('not_found', 'This webhook endpoint does not exist.');
}
