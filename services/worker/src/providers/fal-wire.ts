import { MODEL_MISSING } from '@luit/contracts/generation/limits';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import { z } from 'zod';
import type { HttpResponse } from '@luit/engines/transport/http';
import type { TaskStatus } from '@luit/engines/engine';
import { failure, isAboutRealPersons, parseJson } from '@luit/engines/failures';

export const submitted = z.object({ request_id: z.string().min(1) });

export const queueStatus = z.object({ status: z.enum(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED']) });

/** fal.ai/docs/platform-apis/v1/models/requests/by-endpoint (November 29, 2026). The input is that of `expand=payloads`. */
const listedRequest = z.object({ request_id: z.string().min(1), json_input: z.unknown() });
export type ListedRequest = z.infer<typeof listedRequest>;
export const requestPage = z.object({ items: z.array(listedRequest), next_cursor: z.string().nullable() });

/** Whether a request has all fields of an input. fal may have added defaults. */
export function hasInput({ json_input: sent }: ListedRequest, input: Record<string, unknown>): boolean {
  if (typeof sent !== 'object' || sent === null) return false;
  return Object.entries(input).every(([name, value]) => (sent as Record<string, unknown>)[name] === value);
}

export const cancelResponse = z.object({ status: z.string() });

const file = z.object({ url: z.string() });
/** A model for images returns a list, also of a single one. */
const result = z
  .object({ video: file.nullish(), images: z.array(file).optional() })
  .transform(({ video, images }) => video?.url ?? images?.[0]?.url);

export const webhookBody = z.object({
  request_id: z.string().min(1),
  status: z.string().optional(),
  payload: z.unknown(),
});

/** The end of a successful request, as its webhook carries it. The reason of a failure has to be read. */
export function endOfWebhook({ status, payload }: z.infer<typeof webhookBody>): TaskStatus | undefined {
  const outputUrl = status === 'OK' ? result.safeParse(payload).data : undefined;
  return outputUrl === undefined ? undefined : succeeded(outputUrl);
}

const problem = z.object({
  detail: z.union([z.string(), z.array(z.object({ msg: z.string(), type: z.string().optional() }))]),
});

/**
 * Statuses of the result endpoint that say nothing about the request; a later poll may succeed. The timeout of a `user` ended it: the one of
 * `X-Fal-Request-Start-Timeout`, which Luit does not send.
 */
export function isTransient(status: number, headers: Headers): boolean {
  if (status === 504) return headers.get('x-fal-request-timeout-type') !== 'user';
  return [401, 404, 408, 429, 502, 503].includes(status);
}

/** The status of a COMPLETED request, which may have failed; null if the response is not a result. */
export function statusOfResult({ status, text }: HttpResponse): TaskStatus | null {
  if (status >= 200 && status < 300) {
    const parsed = result.safeParse(parseJson(text));
    if (!parsed.success) return null;
    return succeeded(parsed.data ?? null);
  }
  const ended = { progress: null, outputUrl: null };
  const message = errorMessageOf(text);
  if (/cancel/i.test(message)) return { ...ended, state: 'canceled', failure: null };
  if (status === 504) return { ...ended, state: 'expired', failure: failure('timeout', 'http_504', message) };
  return { ...ended, state: 'failed', failure: failureOf(status, text) };
}

function succeeded(outputUrl: string | null): TaskStatus {
  return { state: 'succeeded', progress: 100, outputUrl, failure: null };
}

export function failureOf(status: number, text: string): ProviderFailure {
  const parsed = problem.safeParse(parseJson(text));
  const detail = parsed.success && typeof parsed.data.detail !== 'string' ? parsed.data.detail[0] : undefined;
  const message = errorMessageOf(text);
  const code = detail?.type ?? `http_${status}`;
  if (status === 402 || status === 403) return failure('quota', code, message);
  if (code === 'content_policy_violation')
    return failure(isAboutRealPersons(message) ? 'privacy' : 'moderation', code, message);
  if (status === 404 && /^(Application|Path) .+ not found$/.test(message)) {
    return failure('provider', MODEL_MISSING, message);
  }
  if (status === 400 || status === 422) return failure('invalid_input', code, message);
  return failure('provider', code, message);
}

/** The message of an error response. */
export function errorMessageOf(text: string): string {
  const parsed = problem.safeParse(parseJson(text));
  if (!parsed.success) return text;
  const { detail } = parsed.data;
  return typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join('; ');
}
