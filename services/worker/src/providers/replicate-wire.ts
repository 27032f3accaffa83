import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import { z } from 'zod';
import type { TaskState, TaskStatus } from './provider';
import { fail, isAboutRealPersons, parseJson } from './wire';

/** What we use of Replicate's prediction object, in answers and webhooks alike. */
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
  // Its deadline passed before it started.
  aborted: 'expired',
};

export function toStatus(found: Prediction): TaskStatus {
  const state = STATES[found.status];
  // Output, input and logs are deleted an hour after the end.
  if (state === 'succeeded' && found.data_removed) {
    return { state: 'expired', progress: null, outputUrl: null, failure: fail('provider', 'data_removed', 'Deleted') };
  }
  return {
    state,
    progress: state === 'succeeded' ? 100 : progressOf(found.logs ?? ''),
    outputUrl: firstUrl(found.output),
    failure: failureOf(found),
  };
}

function failureOf({ status, error }: Prediction): ProviderFailure | null {
  if (status === 'aborted') return fail('timeout', 'aborted', 'The deadline passed before it started');
  if (status !== 'failed') return null;
  const text = typeof error === 'string' ? error : JSON.stringify(error ?? 'failed');
  return fail(kindOfError(text), /\bE\d{3,4}\b/.exec(text)?.[0] ?? 'failed', text);
}

/** Replicate has no field for the kind; its models say it in words, the platform as E005 (sensitive content). */
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

/** Models answer with a link, a list of links, or a record of links. */
function firstUrl(output: Prediction['output']): string | null {
  const values: unknown[] = typeof output === 'string' ? [output] : Object.values(output ?? {});
  const url = values.find((value) => typeof value === 'string' && /^https?:\/\//.test(value));
  return typeof url === 'string' ? url : null;
}

/** Why a create was refused for good, by its HTTP status. */
export function rejectionOf(status: number, text: string): ProviderFailure {
  const said = wordsOf(text);
  if (status === 402) return fail('quota', 'insufficient_credit', said);
  if (status === 400 || status === 422) {
    const kind = kindOfError(said);
    return fail(kind === 'moderation' || kind === 'privacy' ? kind : 'invalid_input', `http_${status}`, said);
  }
  return fail('provider', `http_${status}`, said);
}

/** The words of an error answer, kept short. */
export function wordsOf(text: string): string {
  const parsed = problem.safeParse(parseJson(text));
  const said = parsed.success ? [parsed.data.title, parsed.data.detail].filter(Boolean).join(': ') : '';
  return (said || text).slice(0, 500);
}
