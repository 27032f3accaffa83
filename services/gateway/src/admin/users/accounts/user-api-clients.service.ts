import { authCalls } from '@luit/contracts/auth/messages';
import type { OperatorWebhookEndpoint } from '@luit/contracts/auth/webhooks';
import type { ApiKeyView } from '@luit/contracts/http/api-keys';
import type { OperatorWebhookDelivery } from '@luit/contracts/http/operator-webhooks';
import type { RequestOf } from '@luit/contracts/messages/message';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../../../account/api-keys/api-keys.service';

/** The API keys and webhooks of a user, as operators see them: without secrets, paths of URLs and sent bodies. */
@Injectable()
export class UserApiClientsService {
  constructor(
    private readonly calls: CallClient,
    private readonly apiKeys: ApiKeysService,
  ) {}

  async keys(userId: string): Promise<{ items: ApiKeyView[] }> {
    const { keys } = await this.apiKeys.list(userId);
    return { items: keys };
  }

  /** @throws LuitError `not_found` */
  revokeKey(input: RequestOf<typeof authCalls.revokeApiKeyOf>): Promise<Record<string, never>> {
    return this.calls.call(authCalls.revokeApiKeyOf, input);
  }

  async endpoints(userId: string): Promise<{ items: OperatorWebhookEndpoint[] }> {
    const { endpoints } = await this.calls.call(authCalls.listWebhookEndpoints, { userId });
    return { items: endpoints.map(({ url, ...endpoint }) => ({ ...endpoint, origin: new URL(url).origin })) };
  }

  /** @throws LuitError `not_found` */
  async deliveries(
    query: RequestOf<typeof authCalls.listWebhookDeliveries>,
  ): Promise<{ items: OperatorWebhookDelivery[]; nextCursor: string | null }> {
    const { deliveries, nextCursor } = await this.calls.call(authCalls.listWebhookDeliveries, query);
    return { items: deliveries.map(({ body: _, ...delivery }) => delivery), nextCursor };
  }
}
