import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import { z } from 'zod';
import type { TaskStatus } from '../engine';
import { failure, parseJson } from '../failures';
import { isOutOfMemory, outOfMemory, statusOf } from '../statuses';
import { type GraphError, graphFailure, nodeErrors } from './graph-errors';
import { nodeOutputs } from './output-file';

export const accepted = z.object({ prompt_id: z.string().min(1), node_errors: nodeErrors.catch({}) });

const refused = z.object({
  error: z.union([
    z.string().transform((message): GraphError => ({ type: '', message, details: '' })),
    z.object({ type: z.string(), message: z.string().default(''), details: z.string().catch('') }),
  ]),
  node_errors: nodeErrors.catch({}),
});

export const queueState = z.object({ exec_info: z.object({ queue_remaining: z.number() }) });

/** Items are lists; of each, only the id is of interest. */
const queued = z.array(z.unknown()).transform((item) => String(item[1]));
export const queue = z.object({ queue_running: z.array(queued), queue_pending: z.array(queued) });

const executionError = z.object({
  node_id: z.string().nullish(),
  node_type: z.string().nullish(),
  exception_type: z.string().nullish(),
  exception_message: z.string().nullish(),
});
type ExecutionError = z.infer<typeof executionError>;

const historyEntry = z.object({
  outputs: nodeOutputs.default({}),
  status: z
    .object({
      status_str: z.string(),
      messages: z.array(z.tuple([z.string(), z.unknown()]).rest(z.unknown())).default([]),
    })
    .nullish(),
});
export const history = z.record(z.string(), historyEntry);

/** Of servers with routes for jobs. */
export const job = z.object({
  status: z.enum(['pending', 'in_progress', 'completed', 'failed', 'cancelled']),
  outputs: nodeOutputs.default({}),
  execution_error: executionError.nullish(),
});
export type Job = z.infer<typeof job>;
export const canceled = z.object({ cancelled: z.boolean() });

export const uploaded = z.object({ name: z.string().min(1), subfolder: z.string().default('') });

export const systemStats = z.object({
  system: z.object({ comfyui_version: z.string().nullish() }),
  devices: z
    .array(z.object({ name: z.string(), vram_total: z.number().default(0), vram_free: z.number().default(0) }))
    .default([]),
});
export const modelNames = z.array(z.string());

const STATES = { pending: 'queued', in_progress: 'running', completed: 'succeeded' } as const;

/** The status of a job without its output. */
export function statusOfJob({ status, execution_error }: Job): TaskStatus {
  if (status === 'cancelled') return statusOf('canceled');
  return status === 'failed' ? statusOf('failed', failureOf(execution_error ?? {})) : statusOf(STATES[status]);
}

/** The status of a finished task without its output. */
export function statusOfHistory({ status }: z.infer<typeof historyEntry>): TaskStatus {
  const messages = status?.messages ?? [];
  if (messages.some(([event]) => event === 'execution_interrupted')) return statusOf('canceled');
  if (!status || status.status_str === 'success') return statusOf('succeeded');
  const [, detail] = messages.find(([event]) => event === 'execution_error') ?? [];
  return statusOf('failed', failureOf(executionError.catch({}).parse(detail ?? {})));
}

/** `current_inputs`, which has the prompt, is not read. */
function failureOf({ node_id, node_type, exception_type, exception_message }: ExecutionError): ProviderFailure {
  const where = node_id ? ` in node ${node_id} (${node_type ?? 'unknown'})` : '';
  const [message = ''] = (exception_message ?? '').trim().split('\n');
  if (isOutOfMemory(`${exception_type} ${message}`)) return outOfMemory(where);
  return failure('provider', exception_type ?? 'execution_error', `The workflow failed${where}: ${message}`);
}

/** The failure of a permanently rejected submission. */
export function rejectionOf(status: number, text: string, filled: string[]): ProviderFailure {
  const { data } = refused.safeParse(parseJson(text));
  if (status === 400 && data) return graphFailure(data.error, data.node_errors, filled);
  if (status === 401 || status === 403) {
    return failure('provider', `http_${status}`, 'This server, or the proxy before it, refuses our credential');
  }
  return failure('provider', `http_${status}`, errorMessageOf(text));
}

export function errorMessageOf(text: string): string {
  const { data } = refused.safeParse(parseJson(text));
  return data?.error.message ?? text;
}
