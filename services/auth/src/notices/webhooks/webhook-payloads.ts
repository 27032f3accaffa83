import { isTestAccount } from '@luit/contracts/auth/test-accounts';
import type { WebhookEvent } from '@luit/contracts/auth/webhook-limits';
import type { ApiKeyBudgetExhausted } from '@luit/contracts/billing/api-key-budgets';
import type { BalanceLow } from '@luit/contracts/billing/credit-notices';
import { retirementOf } from '@luit/contracts/generation/catalog/lifecycle';
import type { ModelDeprecated } from '@luit/contracts/generation/models';
import type { RequestChanged, RequestRecord } from '@luit/contracts/generation/requests';
import { toPublicApiKeyBudget } from '@luit/contracts/http/api-key-budgets';
import { OUTPUT_OF } from '@luit/contracts/generation/outputs';
import { toImage } from '@luit/contracts/http/images';
import { toRestoration } from '@luit/contracts/http/restorations';
import { toVideo } from '@luit/contracts/http/videos';

const ENDINGS = {
  pending: 'queued',
  running: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
  canceled: 'canceled',
} as const satisfies Record<RequestRecord['jobStatus'], string>;

const RESOURCES = { video: toVideo, image: toImage, restoration: toRestoration };

export interface WebhookMessage {
  type: WebhookEvent;
  /** The body, which stays the same at each attempt. */
  body: string;
}

/** The content of webhooks about a change of a request. `data` is the resource of the public API after that change. */
export function messageOf({ request }: RequestChanged, now: Date): WebhookMessage {
  const type = typeOf(request);
  const at = request.completedAt ?? (request.jobStatus === 'pending' ? request.createdAt : now.toISOString());
  const data = RESOURCES[OUTPUT_OF[request.type]](request);
  return message(type, at, data);
}

/** `available` does not cover another request like the latest one. */
export function lowBalanceMessage({ at, available, lastRequestCredits }: BalanceLow): WebhookMessage {
  return message('credits.low', at, { object: 'balance', available, last_request_credits: lastRequestCredits });
}

/** The budget as `GET /v1/balance` returned it to the key then. */
export function exhaustedBudgetMessage(
  { userId, at, period, budget }: ApiKeyBudgetExhausted,
  name: string,
): WebhookMessage {
  const test = isTestAccount(userId);
  const data = { id: budget.keyId, object: 'api_key', name, test, period, budget: toPublicApiKeyBudget(budget) };
  return message('key.budget_exhausted', at, data);
}

/** The facts that `GET /v1/models/{id}` returns until the model retires. */
export function deprecationMessage(
  { id, name, since, endsAt, replacement }: ModelDeprecated,
  now: Date,
): WebhookMessage {
  const ends_at = retirementOf(endsAt).toISOString();
  const data = { id, object: 'model', name, deprecated_at: since, ends_at, replacement };
  return message('model.deprecated', now.toISOString(), data);
}

function message(type: WebhookEvent, at: string, data: object): WebhookMessage {
  return { type, body: JSON.stringify({ type, timestamp: new Date(at).toISOString(), data }) };
}

function typeOf({ type, jobStatus }: RequestRecord): WebhookEvent {
  return `${OUTPUT_OF[type]}.${ENDINGS[jobStatus]}`;
}
