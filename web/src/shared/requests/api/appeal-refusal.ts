import type { ApiClient } from '../../../lib/api-client';

/** Asks a person to look at a refusal. The same text again changes nothing. */
export async function appealRefusal(api: ApiClient, refusalId: string, text: string): Promise<void> {
  await api.call(`/api/safety/refusals/${encodeURIComponent(refusalId)}/appeal`, { method: 'POST', body: { text } });
}
