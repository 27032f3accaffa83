import type { WebhookRequest } from '@luit/contracts/alerts/alert-destinations';
import { postPublic } from '../outbound/post-public';

/**
 * Sends a message to a webhook.
 *
 * @returns why the message was not delivered; null if the server answered with a status from 200 to 299
 */
export async function postWebhook(webhook: WebhookRequest, isLoopbackAllowed: boolean): Promise<string | null> {
  const headers = { 'user-agent': 'Luit-Alerts/1', ...webhook.headers };
  const outcome = await postPublic({ ...webhook, headers }, isLoopbackAllowed);
  if ('error' in outcome) return outcome.error;
  const { status } = outcome;
  return status >= 200 && status < 300 ? null : `The server responded with status ${status}`;
}
