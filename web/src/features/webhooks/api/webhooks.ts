import type { WebhookEvent } from '@luit/contracts/auth/webhook-limits';
import type { WebhookDelivery, WebhookDeliveryPage, WebhookEndpoint } from '@luit/contracts/auth/webhooks';
import type { CappedCount } from '@luit/contracts/messages/fields';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client';

export interface EndpointSettings {
  url: string;
  events: WebhookEvent[];
}

/** ISO 8601; `to` is exclusive. */
export interface ReplayPeriod {
  from: string;
  to: string;
  onlyFailed: boolean;
}

/** An endpoint with its secret, which no other response contains. */
export type IssuedEndpoint = WebhookEndpoint & { secret: string };

const WAITING_MS = 2_000;
const IDLE_MS = 15_000;

/** Oldest first. */
export function endpointsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['account', 'webhook-endpoints'],
    queryFn: async () => (await api.call<{ endpoints: WebhookEndpoint[] }>('/api/webhook-endpoints')).endpoints,
    refetchInterval: IDLE_MS,
  });
}

/** Newest first. Polled, sooner while a delivery waits for its first attempt. */
export function deliveriesQuery(api: ApiClient, endpointId: string) {
  const path = `/api/webhook-endpoints/${endpointId}/deliveries`;
  return infiniteQueryOptions({
    queryKey: ['account', 'webhook-deliveries', endpointId],
    queryFn: ({ pageParam: cursor }) =>
      api.call<WebhookDeliveryPage>(cursor === null ? path : `${path}?cursor=${encodeURIComponent(cursor)}`),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) => {
      const shown = state.data?.pages.flatMap(({ deliveries }) => deliveries) ?? [];
      return shown.some((delivery) => delivery.state === 'waiting' && delivery.attempts === 0) ? WAITING_MS : IDLE_MS;
    },
  });
}

export function createEndpoint(
  api: ApiClient,
  body: EndpointSettings,
  idempotencyKey: string,
): Promise<IssuedEndpoint> {
  return api.call('/api/webhook-endpoints', { method: 'POST', body, idempotencyKey });
}

export function changeEndpoint(
  api: ApiClient,
  id: string,
  body: Partial<EndpointSettings> & { isOn?: boolean },
): Promise<WebhookEndpoint> {
  return api.call(`/api/webhook-endpoints/${id}`, { method: 'PATCH', body });
}

export function deleteEndpoint(api: ApiClient, id: string): Promise<void> {
  return api.call(`/api/webhook-endpoints/${id}`, { method: 'DELETE' });
}

/** Issues a new secret. The previous one signs as well for 24 hours. */
export function rotateSecret(api: ApiClient, id: string, idempotencyKey: string): Promise<IssuedEndpoint> {
  return api.call(`/api/webhook-endpoints/${id}/rotate`, { method: 'POST', idempotencyKey });
}

export function sendTest(api: ApiClient, id: string): Promise<WebhookDelivery> {
  return api.call(`/api/webhook-endpoints/${id}/test`, { method: 'POST' });
}

export function replayDelivery(api: ApiClient, deliveryId: string): Promise<WebhookDelivery> {
  return api.call(`/api/webhook-deliveries/${deliveryId}/replay`, { method: 'POST' });
}

/** How many deliveries `replayDeliveries` would send again. */
export function replayCountQuery(api: ApiClient, endpointId: string, period: ReplayPeriod) {
  return queryOptions({
    queryKey: ['account', 'webhook-replay-count', endpointId, period],
    queryFn: () => replayDeliveries(api, endpointId, { ...period, dryRun: true }),
    gcTime: 0,
    staleTime: 0,
  });
}

/** Starts to send the deliveries of a time again, and returns their number. A dry run only counts them. */
export function replayDeliveries(
  api: ApiClient,
  endpointId: string,
  body: ReplayPeriod & { dryRun?: boolean },
): Promise<CappedCount> {
  return api.call(`/api/webhook-endpoints/${endpointId}/replay`, { method: 'POST', body });
}
