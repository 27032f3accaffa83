import { MODEL_MISSING } from '@luit/contracts/generation/limits';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import { z } from 'zod';
import type { TaskState, TaskStatus } from '@luit/engines/engine';
import { failure, isAboutRealPersons, parseJson } from '@luit/engines/failures';

/** The fields that we use of Replicate's prediction object, in responses and webhooks. */
export const prediction = z.object({
  id: z.string().min(1),
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  output: z.union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())]).nullish(),
  error: z.unknown(),
  logs: z.string().nullish(),
  created_at: z.iso.datetime({ offset: true }).nullish(),
  webhook: z.string().nullish(),
  data_removed: z.boolean().nullish(),
});
export type Prediction = z.infer<typeof prediction>;

export const predictionPage = z.object({
  next: z.string().nullish(),
  results: z.array(prediction),
});

const problem = z.object({ title: z.string(), detail: z.string() }).partial();

const STATES: Record<Prediction['status'], TaskState> = {
  starting: 'queued',
  processing: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
  // The prediction's deadline passed before it started.
  aborted: 'expired',
};

export function toStatus(found: Prediction): TaskStatus {
  const state = STATES[found.status];
  // Replicate deletes output, input and logs an hour after the prediction ends.
  if (state === 'succeeded' && found.data_removed) {
    return {
      state: 'expired',
      progress: null,
      outputUrl: null,
      failure: failure('provider', 'data_removed', 'The output was deleted'),
    };
  }
  return {
    state,
    progress: state === 'succeeded' ? 100 : progressOf(found.logs ?? ''),
    outputUrl: firstUrl(found.output),
    failure: failureOf(found),
  };
}

function failureOf({ status, error }: Prediction): ProviderFailure | null {
  if (status === 'aborted') return failure('timeout', 'aborted', 'The deadline passed before it started');
  if (status !== 'failed') return null;
  const text = typeof error === 'string' ? error : JSON.stringify(error ?? 'failed');
  return failure(kindOfError(text), /\bE\d{3,4}\b/.exec(text)?.[0] ?? 'failed', text);
}

/** Replicate has no field for the kind of error. Models describe it in text; the platform uses E005 (sensitive content). */
function kindOfError(text: string): ProviderFailure['kind'] {
  if (isAboutRealPersons(text)) return 'privacy';
  if (/\bE005\b|nsfw|sensitive|flagged|content policy/i.test(text)) return 'moderation';
  if (/\bE006\b|invalid (input|image|value)/i.test(text)) return 'invalid_input';
  if (/timed? ?out/i.test(text)) return 'timeout';
  return 'provider';
}

/** The last percentage in the logs, as tqdm prints it (` 45%|████▌     | 11/24`). */
export function progressOf(logs: string): number | null {
  const percentages = [...logs.slice(-4_000).matchAll(/(\d{1,3})%\|/g)];
  const last = percentages.at(-1)?.[1];
  return last === undefined ? null : Math.min(100, Number(last));
}

/** Models return a URL, a list of URLs, or a record of URLs. */
function firstUrl(output: Prediction['output']): string | null {
  const values: unknown[] = typeof output === 'string' ? [output] : Object.values(output ?? {});
  const url = values.find((value) => typeof value === 'string' && /^https?:\/\//.test(value));
  return typeof url === 'string' ? url : null;
}

/** The failure of a permanently rejected submission, by HTTP status. */
export function rejectionOf(status: number, text: string): ProviderFailure {
  const message = errorMessageOf(text);
  // Any other server in between would answer 404 without Replicate's fields.
  if (status === 404 && problem.required().safeParse(parseJson(text)).success) {
    return failure('provider', MODEL_MISSING, message);
  }
  if (status === 402) return failure('quota', 'insufficient_credit', message);
  if (status === 422 && message.startsWith('Invalid version')) return failure('provider', MODEL_MISSING, message);
  if (status === 400 || status === 422) {
    const kind = kindOfError(message);
    return failure(kind === 'moderation' || kind === 'privacy' ? kind : 'invalid_input', `http_${status}`, message);
  }
  return failure('provider', `http_${status}`, message);
}

/** The message of an error response, truncated. */
export function errorMessageOf(text: string): string {
  const parsed = problem.safeParse(parseJson(text));
  const message = parsed.success ? [parsed.data.title, parsed.data.detail].filter(Boolean).join(': ') : '';
  return (message || text).slice(0, 500);
}
