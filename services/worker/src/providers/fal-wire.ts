import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import { z } from 'zod';
import type { HttpAnswer } from './http';
import type { TaskStatus } from './provider';
import { fail, isAboutRealPersons, parseJson } from './wire';

export const submitted = z.object({ request_id: z.string().min(1) });

export const queueStatus = z.object({ status: z.enum(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED']) });

export const cancelAnswer = z.object({ status: z.string() });

export const webhookBody = z.object({ request_id: z.string().min(1) });

const result = z.object({ video: z.object({ url: z.string() }).nullish() });

const problem = z.object({
  detail: z.union([z.string(), z.array(z.object({ msg: z.string(), type: z.string().optional() }))]),
});

/** Answers of the result that say nothing of the request: another look may find it. */
export function isTransient(status: number, headers: Headers): boolean {
  if (status === 504) return headers.get('x-fal-request-timeout-type') !== 'user';
  return [401, 404, 408, 429, 502, 503].includes(status);
}

/** What became of a request that is COMPLETED, which covers failures too; null where the answer is no result. */
export function endOf({ status, text }: HttpAnswer): TaskStatus | null {
  if (status >= 200 && status < 300) {
    const parsed = result.safeParse(parseJson(text));
    if (!parsed.success) return null;
    return { state: 'succeeded', progress: 100, outputUrl: parsed.data.video?.url ?? null, failure: null };
  }
  const ended = { progress: null, outputUrl: null };
  const words = wordsOf(text);
  if (/cancel/i.test(words)) return { ...ended, state: 'canceled', failure: null };
  if (status === 504) return { ...ended, state: 'expired', failure: fail('timeout', 'http_504', words) };
  return { ...ended, state: 'failed', failure: failureOf(status, text) };
}

export function failureOf(status: number, text: string): ProviderFailure {
  const parsed = problem.safeParse(parseJson(text));
  const detail = parsed.success && typeof parsed.data.detail !== 'string' ? parsed.data.detail[0] : undefined;
  const words = wordsOf(text);
  const code = detail?.type ?? `http_${status}`;
  if (status === 402 || status === 403) return fail('quota', code, words);
  if (code === 'content_policy_violation')
    return fail(isAboutRealPersons(words) ? 'privacy' : 'moderation', code, words);
  if (status === 400 || status === 422) return fail('invalid_input', code, words);
  return fail('provider', code, words);
}

/** The words of an error answer. */
export function wordsOf(text: string): string {
  const parsed = problem.safeParse(parseJson(text));
  if (!parsed.success) return text;
  const { detail } = parsed.data;
  return typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join('; ');
}
