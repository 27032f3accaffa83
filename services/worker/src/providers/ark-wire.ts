import type { TaskRoute } from '@luit/contracts/generation/catalog/model-routes';
import { MODEL_MISSING } from '@luit/contracts/generation/limits';
import type { ProviderFailure, ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { TaskState, TaskStatus } from '@luit/engines/engine';
import { failure, parseJson } from '@luit/engines/failures';

/** Inputs with these names become parts of the content, with the name as their role. */
const IMAGE_ROLES = ['first_frame', 'last_frame', 'reference_image'];

/**
 * The request body of a submission: ModelArk expects prompt and images in one list, and everything else beside it
 * (docs.byteplus.com/en/docs/ModelArk/1520757, November 28, 2026).
 */
export function arkBody(task: ProviderTask, { model }: TaskRoute, { text, ...input }: Record<string, unknown>): object {
  const images = IMAGE_ROLES.flatMap((role) =>
    [input[role] ?? []].flat().map((url) => ({ type: 'image_url', image_url: { url }, role })),
  );
  const fields = Object.entries(input).filter(([name]) => !IMAGE_ROLES.includes(name));
  return {
    ...Object.fromEntries(fields),
    model,
    content: [{ type: 'text', text }, ...images],
    seed: seedOf(task),
    ...(task.webhookUrl && { callback_url: task.webhookUrl }),
  };
}

/**
 * ModelArk has no field for a client reference, but returns the seed of a task. The seed is therefore derived from the
 * reference, so that tasks can be searched by it (0 to 2³² − 1), and a user's seed is not sent.
 */
export function seedOf({ clientRef }: ProviderTask): number {
  return createHash('sha256').update(clientRef).digest().readUInt32BE(0);
}

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

/** The model does not exist, or the account has not activated it. */
const MISSING_MODEL = /^(InvalidEndpointOrModel\.NotFound|ModelNotOpen)$/;
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
  if (MISSING_MODEL.test(code)) return failure('provider', MODEL_MISSING, `${code}: ${message}`);
  return failure(kindOf(code), code, message);
}

/** The message of an error response. */
export function errorMessageOf(text: string): string {
  const parsed = problem.safeParse(parseJson(text));
  return parsed.success ? `${parsed.data.error.code}: ${parsed.data.error.message}` : text;
}
