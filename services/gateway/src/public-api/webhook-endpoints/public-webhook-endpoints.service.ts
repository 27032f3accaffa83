import type { RequestSource } from '@luit/contracts/auth/sessions';
import { isTestAccount } from '@luit/contracts/auth/test-accounts';
import type { WebhookEndpointBody, WebhookEndpointUpdateBody } from '@luit/contracts/auth/webhooks';
import { LuitError } from '@luit/contracts/errors';
import { Injectable } from '@nestjs/common';
import type { ApiClient } from '../../access/identities/api-key.guard';
import { type Sent, WebhookEndpointsService } from '../../account/webhook-endpoints/webhook-endpoints.service';
import { type List, toList } from '../list';
import type { PageAfterQuery } from '../list-query';
import {
  type PublicWebhookDelivery,
  type PublicWebhookEndpoint,
  toPublicDelivery,
  toPublicEndpoint,
} from './webhook-endpoint';

type Issued = PublicWebhookEndpoint & { secret: string };

/** Webhook endpoints of the account that a live key acts for. A test key may be less well protected, and endpoints receive live events. */
@Injectable()
export class PublicWebhookEndpointsService {
  constructor(private readonly endpoints: WebhookEndpointsService) {}

  async create(client: ApiClient, input: WebhookEndpointBody, sent: Sent): Promise<Issued> {
    const by = { ...sent, apiKeyId: client.keyId };
    const { secret, ...endpoint } = await this.endpoints.create(ownerOf(client), input, by);
    return { ...toPublicEndpoint(endpoint), secret };
  }

  async list(client: ApiClient): Promise<List<PublicWebhookEndpoint>> {
    const { endpoints } = await this.endpoints.list(ownerOf(client));
    return toList(endpoints.map(toPublicEndpoint), false);
  }

  /** @throws LuitError `not_found` */
  async get(client: ApiClient, id: string): Promise<PublicWebhookEndpoint> {
    const { data } = await this.list(client);
    const endpoint = data.find((each) => each.id === id);
    if (!endpoint) throw new LuitError('not_found', 'This webhook endpoint does not exist.');
    return endpoint;
  }

  async update(
    client: ApiClient,
    id: string,
    input: WebhookEndpointUpdateBody,
    from: RequestSource,
  ): Promise<PublicWebhookEndpoint> {
    const { url, events, enabled: isOn } = input;
    return toPublicEndpoint(await this.endpoints.change(ownerOf(client), id, { url, events, isOn }, from));
  }

  async remove(client: ApiClient, id: string): Promise<void> {
    await this.get(client, id);
    await this.endpoints.remove(ownerOf(client), id);
  }

  async rotate(client: ApiClient, id: string, sent: Sent): Promise<Issued> {
    const { secret, ...endpoint } = await this.endpoints.rotate(ownerOf(client), id, sent);
    return { ...toPublicEndpoint(endpoint), secret };
  }

  async test(client: ApiClient, id: string): Promise<PublicWebhookDelivery> {
    return toPublicDelivery(await this.endpoints.test(ownerOf(client), id));
  }

  async deliveries(
    client: ApiClient,
    id: string,
    { limit, after: cursor }: PageAfterQuery,
  ): Promise<List<PublicWebhookDelivery>> {
    const page = await this.endpoints.deliveries(ownerOf(client), id, { limit, cursor });
    return toList(page.deliveries.map(toPublicDelivery), page.nextCursor !== null);
  }
}

/** @throws LuitError `forbidden` for a test key */
function ownerOf({ id }: ApiClient): string {
  if (!isTestAccount(id)) return id;
  throw new LuitError(
    'forbidden',
    'Test keys cannot manage webhook endpoints. Use a live key with the scope webhooks:write.',
  );
}
