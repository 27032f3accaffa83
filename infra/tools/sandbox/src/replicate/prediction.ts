import type { Work } from '../videos/work';
import type { Directives } from '../videos/directives';

export type PredictionStatus = 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'aborted';
export const webhookEvents = ['start', 'output', 'logs', 'completed'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** A stored prediction. `publicPrediction` is its API form. Times are ISO 8601. */
export interface Prediction {
  id: string;
  model: string;
  version: string;
  input: Record<string, unknown>;
  work: Work;
  directives: Directives;
  /** Origin under which the client reaches the sandbox. */
  origin: string;
  status: PredictionStatus;
  output: string | string[] | null;
  error: string | null;
  logs: string;
  dataRemoved: boolean;
  createdAt: string;
  startedAt: string | null;
  completedAt: string | null;
  deadline: string | null;
  webhook: string | null;
  webhookEvents: WebhookEvent[] | null;
}

export function isTerminal({ status }: Prediction): boolean {
  return status !== 'starting' && status !== 'processing';
}

/** The prediction object of the API and webhooks. Input, output and logs are empty once the data was removed. */
export function publicPrediction(prediction: Prediction): Record<string, unknown> {
  const { id, origin, startedAt, completedAt, createdAt, dataRemoved } = prediction;
  const seconds = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000;
  const base = `${origin}/replicate/v1/predictions/${id}`;
  return {
    id,
    model: prediction.model,
    version: prediction.version,
    input: dataRemoved ? {} : prediction.input,
    output: dataRemoved ? null : prediction.output,
    error: prediction.error,
    logs: dataRemoved ? '' : prediction.logs,
    status: prediction.status,
    source: 'api',
    data_removed: dataRemoved,
    ...(prediction.deadline && { deadline: prediction.deadline }),
    metrics:
      completedAt && startedAt
        ? { predict_time: seconds(startedAt, completedAt), total_time: seconds(createdAt, completedAt) }
        : {},
    created_at: createdAt,
    started_at: startedAt,
    completed_at: completedAt,
    urls: { get: base, cancel: `${base}/cancel` },
    ...(prediction.webhook && { webhook: prediction.webhook }),
    ...(prediction.webhookEvents && { webhook_events_filter: prediction.webhookEvents }),
  };
}

const barWidth = 10;

/** A progress line in tqdm's format: ` 45%|████▌     | 11/24 [00:01<00:01, 8.10it/s]`. */
export function progressLine(fraction: number, elapsedSeconds: number): string {
  const steps = 24;
  const done = Math.round(fraction * steps);
  const filled = '█'.repeat(Math.floor(fraction * barWidth)).padEnd(barWidth, ' ');
  const clock = (s: number) => new Date(Math.max(0, s) * 1000).toISOString().slice(14, 19);
  const left = fraction > 0 ? elapsedSeconds / fraction - elapsedSeconds : 0;
  const rate = elapsedSeconds > 0 ? (done / elapsedSeconds).toFixed(2) : '?';
  const percent = String(Math.round(fraction * 100)).padStart(3, ' ');
  return `${percent}%|${filled}| ${done}/${steps} [${clock(elapsedSeconds)}<${clock(left)}, ${rate}it/s]\n`;
}
