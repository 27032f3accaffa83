import { MODEL_MISSING } from '@luit/contracts/generation/limits';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import { z } from 'zod';
import type { TaskState, TaskStatus } from '../engine';
import { failure, parseJson } from '../failures';
import { isOutOfMemory, outOfMemory, statusOf } from '../statuses';

const number = z.union([z.number(), z.string().transform(Number)]).nullish();

export const video = z.object({
  object: z.literal('video'),
  id: z.string().min(1),
  status: z.string(),
  progress: number,
  /** Unix seconds. */
  created_at: number,
  prompt: z.string().nullish(),
  seconds: z.union([z.string(), z.number()]).nullish(),
  /** Where a server that uploads its outputs has put the video. */
  url: z.string().nullish(),
  error: z
    .union([
      z.string().transform((message) => ({ code: undefined, message })),
      z.object({ code: z.union([z.string(), z.number()]).nullish(), message: z.string().nullish() }),
    ])
    .nullish(),
});
export type Video = z.infer<typeof video>;
export const created = video.pick({ id: true });
/** Some lists have entries that a reader of single videos would refuse. */
export const videoList = z.object({ data: z.array(z.unknown()) });
export const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });
/** SGLang's own route. */
export const servedModel = z.object({ model_path: z.string() });

const problem = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
  z
    .object({ detail: z.array(z.object({ msg: z.string(), loc: z.array(z.unknown()).default([]) })) })
    .transform(({ detail }) => detail.map(({ msg, loc }) => [loc.at(-1), msg].filter(Boolean).join(': ')).join('; ')),
  z.object({ error: z.string() }).transform(({ error }) => error),
]);

/** Gateways have other names for the same states. */
const STATES: Record<string, TaskState> = {
  queued: 'queued',
  pending: 'queued',
  in_progress: 'running',
  processing: 'running',
  running: 'running',
  completed: 'succeeded',
  succeeded: 'succeeded',
  failed: 'failed',
  error: 'failed',
  canceled: 'canceled',
  cancelled: 'canceled',
  deleted: 'canceled',
  expired: 'expired',
};

/** The status of a video without its output; null if the server reports an unknown state. */
export function statusOfVideo({ status, progress, error }: Video): TaskStatus | null {
  const state = STATES[status];
  if (!state) return null;
  if (state === 'failed') return statusOf(state, failureOf(error ?? {}));
  if (state === 'expired') return statusOf(state, failure('provider', 'expired', 'The server deleted the output'));
  // Servers that report nothing else report 0.
  const isKnown = state === 'running' && typeof progress === 'number' && progress > 0;
  return isKnown ? { ...statusOf(state), progress: Math.min(100, Math.floor(progress)) } : statusOf(state);
}

function failureOf({ code, message }: Exclude<NonNullable<Video['error']>, string>): ProviderFailure {
  const [first = ''] = (message ?? '').trim().split('\n');
  if (isOutOfMemory(`${code} ${first}`)) return outOfMemory('');
  const isInput = code === 400 || code === 422 || code === 'invalid_request_error';
  return failure(
    isInput ? 'invalid_input' : 'provider',
    String(code ?? 'failed'),
    first || 'The server gives no reason',
  );
}

export const isProblem = (text: string) => problem.safeParse(parseJson(text)).success;

export function errorMessageOf(text: string): string {
  return problem.safeParse(parseJson(text)).data ?? text;
}

/** The failure of a permanently rejected submission. */
export function rejectionOf(status: number, text: string): ProviderFailure {
  const message = errorMessageOf(text);
  if (/model mismatch|model .*(not found|does not exist)/i.test(message))
    return failure('provider', MODEL_MISSING, message);
  if (status === 400 || status === 413 || status === 415 || status === 422) {
    return failure('invalid_input', `http_${status}`, message);
  }
  if (status === 402) return failure('quota', 'http_402', message);
  if (status === 404 || status === 405) {
    return failure(
      'provider',
      `http_${status}`,
      'This server has no route /v1/videos. Check the URL, which ends before /v1',
    );
  }
  return failure('provider', `http_${status}`, message);
}
