import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { OutputFiles } from '../videos/output-files';
import { type VideoTask, VideoTasks } from '../videos/tasks';
import type { Journal } from '../journal';
import { doublingDelays, type WebhookSender } from '../webhooks';
import { REFUSALS } from './errors';

export interface ArkCredentials {
  apiKey: string;
}

const STATUS = {
  queued: 'queued',
  running: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'cancelled',
} as const;

/** ModelArk documents three retries after 5 s without an answer, and not when. */
const RETRIES = { retryDelaysMs: doublingDelays(500, 3), timeoutMs: 5_000 };

/** A ModelArk account. */
export class Ark {
  readonly tasks: VideoTasks;

  constructor(
    readonly credentials: ArkCredentials,
    secondsPerVideo: number,
    private readonly publicUrl: string | undefined,
    readonly files: OutputFiles,
    journal: Journal,
    private readonly sender: WebhookSender,
  ) {
    const stored = journal.collection<VideoTask>('ark.tasks');
    this.tasks = new VideoTasks(stored, files, secondsPerVideo, (task) => this.report(task));
    sender.addSource('ark', RETRIES);
  }

  origin(request: FastifyRequest): string {
    return `${this.publicUrl ?? `http://${request.headers.host}`}/ark`;
  }

  /** Posts the task to its callback at every change, unsigned as Ark's callbacks are. Only its success or failure is retried. */
  private report(task: VideoTask): void {
    if (!task.callbackUrl || task.directives.webhooks === 'none') return;
    const isSentOnce = task.state !== 'succeeded' && task.state !== 'failed';
    const message = { url: task.callbackUrl, headers: {}, body: JSON.stringify(publicTask(task)), isSentOnce };
    this.sender.send('ark', [message], { duplicate: task.directives.webhooks === 'twice' });
  }
}

export function newTaskId(): string {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  return `cgt-${stamp}-${randomBytes(3).toString('hex')}`;
}

/** The task object of the API and callbacks; times are Unix seconds. */
export function publicTask(task: VideoTask): Record<string, unknown> {
  const { state, output, directives, vendorFields } = task;
  const { seed, ...fields } = vendorFields;
  const cause = directives.outcome === 'success' || directives.outcome === 'never' ? 'technical' : directives.outcome;
  const [code, message] = REFUSALS[cause];
  const isDone = state === 'succeeded';
  return {
    id: task.id,
    model: task.model,
    status: STATUS[state],
    ...(state === 'failed' && { error: { code, message: task.failure ?? message } }),
    ...(isDone && {
      content: { video_url: output[0] ?? null },
      usage: { completion_tokens: 108_900, total_tokens: 108_900 },
      framespersecond: 24,
    }),
    ...(!directives.hidesSeed && { seed }),
    ...fields,
    service_tier: 'default',
    execution_expires_after: 172_800,
    created_at: Math.floor(task.createdAt / 1_000),
    updated_at: Math.floor(task.updatedAt / 1_000),
  };
}
