import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import { z } from 'zod';
import type { TaskState, TaskStatus } from './provider';
import { failure, parseJson } from './wire';

export const created = z.object({ id: z.string().min(1) });

/** The fields that we use of ModelArk's task object, in responses and callbacks. */
export const arkTask = z.object({
  id: z.string().min(1),
  status: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired']),
  error: z.object({ code: z.string(), message: z.string() }).nullish(),
  content: z.object({ video_url: z.string().nullish() }).nullish(),
  seed: z.number().nullish(),
  /** Unix seconds. */
  created_at: z.number().nullish(),
});
export type ArkTask = z.infer<typeof arkTask>;

export const arkPage = z.object({ items: z.array(arkTask), total: z.number() });

const problem = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

const STATES: Record<ArkTask['status'], TaskState> = {
  queued: 'queued',
  running: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'canceled',
  expired: 'expired',
};

export function toStatus({ status, error, content }: ArkTask): TaskStatus {
  const state = STATES[status];
  return {
    state,
    progress: state === 'succeeded' ? 100 : null,
    outputUrl: content?.video_url ?? null,
    failure: failureOf(state, error),
  };
}

function failureOf(state: TaskState, error: ArkTask['error']): ProviderFailure | null {
  if (state === 'expired') return failure('timeout', 'expired', 'The task expired before it ran');
  if (state !== 'failed') return null;
  return failure(kindOf(error?.code ?? ''), error?.code ?? 'failed', error?.message ?? '');
}

function kindOf(code: string): ProviderFailure['kind'] {
  if (/PrivacyInformation/.test(code)) return 'privacy';
  if (/SensitiveContent|RiskDetection/.test(code)) return 'moderation';
  if (/^(Invalid|Missing)(Parameter|Argument|Image)/.test(code)) return 'invalid_input';
  if (/AccountOverdue|QuotaExceeded|RateLimit/.test(code)) return 'quota';
  return 'provider';
}

/** The failure of a permanently rejected submission, by ModelArk's error code. */
export function rejectionOf(status: number, text: string): ProviderFailure {
  const parsed = problem.safeParse(parseJson(text));
  if (!parsed.success) return failure('provider', `http_${status}`, text);
  const { code, message } = parsed.data.error;
  return failure(kindOf(code), code, message);
}

/** The message of an error response. */
export function errorMessageOf(text: string): string {
  const parsed = problem.safeParse(parseJson(text));
  return parsed.success ? `${parsed.data.error.code}: ${parsed.data.error.message}` : text;
}
