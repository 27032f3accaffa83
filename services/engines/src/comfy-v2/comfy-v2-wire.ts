import { MODEL_MISSING } from '@luit/contracts/generation/limits';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import { z } from 'zod';
import { graphFailure, nodeErrors } from '../comfyui/graph-errors';
import { rankOf } from '../comfyui/output-file';
import type { TaskState, TaskStatus } from '../engine';
import { failure, parseJson } from '../failures';
import { isOutOfMemory, outOfMemory, statusOf } from '../statuses';

const output = z.object({
  node_id: z.string().nullish(),
  name: z.string().default(''),
  content_type: z.string().nullish(),
  url: z.string().min(1),
});
type Output = z.infer<typeof output>;

export const job = z.object({
  id: z.string().min(1),
  status: z.enum(['queued', 'running', 'succeeded', 'canceling', 'canceled', 'failed', 'expired']),
  expires_at: z.string().nullish(),
  progress: z.object({ value: z.number().nullish() }).nullish(),
  outputs: z.array(output).default([]),
  error: z
    .object({
      code: z.string().nullish(),
      message: z.string().nullish(),
      node_id: z.string().nullish(),
      class_type: z.string().nullish(),
    })
    .nullish(),
  /** Only of servers that operators run. */
  metadata: z.string().nullish(),
});
export type Job = z.infer<typeof job>;
export const jobList = z.object({ jobs: z.array(job) });
export const asset = z.object({ id: z.string().min(1) });

const problem = z.object({
  error: z.object({
    code: z.string(),
    message: z.string().default(''),
    details: z
      .object({ node_errors: nodeErrors.catch({}) })
      .partial()
      .nullish()
      .catch(null),
  }),
});
export const problemOf = (text: string) => problem.safeParse(parseJson(text)).data?.error;

const STATES: Record<Job['status'], TaskState> = {
  queued: 'queued',
  running: 'running',
  succeeded: 'succeeded',
  // It ends after the current step.
  canceling: 'running',
  canceled: 'canceled',
  failed: 'failed',
  expired: 'expired',
};

/** The status of a job without its output. */
export function statusOfJob({ status, progress, error }: Job): TaskStatus {
  if (status === 'expired') return statusOf('expired', failure('provider', 'expired', 'The server deleted the output'));
  if (status === 'failed') return statusOf('failed', failureOf(error ?? {}));
  const found = statusOf(STATES[status]);
  const share = status === 'running' ? progress?.value : undefined;
  return typeof share === 'number'
    ? { ...found, progress: Math.min(100, Math.max(0, Math.floor(share * 100))) }
    : found;
}

function failureOf({ code, message, node_id, class_type }: NonNullable<Job['error']>): ProviderFailure {
  const where = node_id ? ` in node ${node_id} (${class_type ?? 'unknown'})` : '';
  const [first = ''] = (message ?? '').trim().split('\n');
  if (isOutOfMemory(`${code} ${message}`)) return outOfMemory(where);
  return failure('provider', code ?? 'failed', `The workflow failed${where}: ${first}`);
}

/** The link of the output: of its node, or the best one of any node. Videos may be listed as images. */
export function outputLinkOf(outputs: Output[], outputNode: string | undefined): string | null {
  const candidates = outputs.filter(({ node_id }) => outputNode === undefined || node_id === outputNode);
  const rank = ({ name, content_type }: Output) =>
    rankOf(name.includes('.') ? name : `.${content_type?.split('/')[1]}`);
  const [best] = candidates.toSorted((a, b) => rank(a) - rank(b));
  return best?.url ?? null;
}

export function errorMessageOf(text: string): string {
  const found = problemOf(text);
  return found ? `${found.code}: ${found.message}` : text;
}

/** The failure of a permanently rejected submission. @param filled the inputs that Luit has filled, as `node.input` */
export function rejectionOf(status: number, text: string, filled: string[]): ProviderFailure {
  const found = problemOf(text);
  if (status === 402) return failure('quota', found?.code ?? 'http_402', errorMessageOf(text));
  if (status === 401 || status === 403)
    return failure('provider', `http_${status}`, 'This server refuses our credential');
  if (!found) return failure('provider', `http_${status}`, text);
  const { code, message, details } = found;
  if (code === 'invalid_workflow') {
    const type = message.includes('does not exist') ? 'missing_node_type' : code;
    return graphFailure({ type, message, details: '' }, details?.node_errors ?? {}, filled);
  }
  if (code === 'missing_asset') return failure('invalid_input', code, message);
  return failure('provider', code === 'deployment_stopped' ? MODEL_MISSING : code, message);
}
