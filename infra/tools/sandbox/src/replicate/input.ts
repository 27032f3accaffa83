import { z } from 'zod';
import { invalidInput, ReplicateError } from './errors';
import { modelOfVersion, officialModel } from './models';
import type { Work } from '../videos/work';
import { webhookEvents, type WebhookEvent } from './prediction';

const createBody = z.object({
  version: z.string().min(1).optional(),
  input: z.record(z.string(), z.unknown()),
  webhook: z.url({ protocol: /^https?$/ }).optional(),
  webhook_events_filter: z.array(z.enum(webhookEvents)).optional(),
});

export interface PredictionRequest {
  model: string;
  version: string;
  input: Record<string, unknown>;
  work: Work;
  webhook: string | null;
  webhookEvents: WebhookEvent[] | null;
}

/**
 * Parses a prediction request. Its model is in the path or in the body's `version`.
 * @throws ReplicateError 422 with `invalid_fields` or for an unknown version, or 404 for an unknown model
 */
export function readPredictionRequest(body: unknown, name: string | null): PredictionRequest {
  const { version, input, webhook, webhook_events_filter } = read(createBody, body, []);
  if (name === null && version === undefined)
    throw invalidInput([{ type: 'required', field: 'version', description: 'version is required' }]);
  const model = name === null ? modelOfVersion(version ?? '') : officialModel(name);
  return {
    model: model.name,
    version: model.version,
    input,
    work: read(model.input.work, input, ['input']),
    webhook: webhook ?? null,
    webhookEvents: webhook_events_filter ?? null,
  };
}

function read<T>(schema: z.ZodType<T>, value: unknown, at: string[]): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidInput(
    parsed.error.issues.map(({ path, code, message }) => ({
      type: code,
      field: [...at, ...path].join('.') || 'body',
      description: message,
    })),
  );
}

const listQuery = z.object({
  cursor: z.string().optional(),
  created_after: z.iso.datetime({ offset: true }).optional(),
  created_before: z.iso.datetime({ offset: true }).optional(),
});
export type ListQuery = z.infer<typeof listQuery>;

/** @throws ReplicateError 400 for an invalid time */
export function readListQuery(query: unknown): ListQuery {
  const parsed = listQuery.safeParse(query);
  if (!parsed.success) throw new ReplicateError(400, 'Bad request', z.prettifyError(parsed.error));
  return parsed.data;
}

/** Parses `Prefer: wait` or `wait=<n>`: the seconds to wait for the result, at most 60; null without it. */
export function readWaitSeconds(prefer: string | undefined): number | null {
  const match = /(?:^|[,\s])wait(?:=(\d+))?(?:$|[,;\s])/.exec(prefer ?? '');
  if (!match) return null;
  return Math.min(60, Math.max(1, Number(match[1] ?? 60)));
}

/** Parses `Cancel-After: 90s`, `5m` or `1h30m`: the seconds until the deadline, at least 5. */
export function readCancelAfterSeconds(header: string | undefined): number | null {
  if (header === undefined) return null;
  const match = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(header.trim());
  const [hours, minutes, seconds] = (match ?? []).slice(1).map((part) => Number(part ?? 0));
  const total = (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
  if (total < 5)
    throw invalidInput([{ type: 'invalid', field: 'Cancel-After', description: 'must be a duration of at least 5s' }]);
  return total;
}
