import { z } from 'zod';

const submission = z.object({
  webhook: z.url().optional(),
  callback_url: z.url().optional(),
  input: z.object({ client_ref: z.string().optional() }).optional(),
});

/** The client reference of a submission: `input.client_ref`, or the last segment of its callback's path. */
export function clientRef(body: unknown, query: unknown): string | undefined {
  const parsed = submission.safeParse(body);
  const { input, webhook, callback_url } = parsed.success ? parsed.data : {};
  if (input?.client_ref) return input.client_ref;
  const callback = webhook ?? callback_url ?? (query as { fal_webhook?: string } | null)?.fal_webhook;
  if (!callback || !URL.canParse(callback)) return undefined;
  return new URL(callback).pathname.split('/').filter(Boolean).at(-1);
}
