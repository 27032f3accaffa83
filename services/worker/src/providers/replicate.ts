import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import type { Provider, Submission, SubmitResult, TaskStatus, WebhookResult } from './provider';
import { inputFor, type ReplicateModels } from './replicate-models';
import { verifyReplicateWebhook } from './replicate-webhook';
import { prediction, predictionPage, type Prediction, rejectionOf, toStatus, wordsOf } from './replicate-wire';
import { type Timeouts, VendorHttp } from './vendor-http';
import { fail, parseAnswer, parseJson, unreadable } from './wire';

export interface ReplicateSettings extends Timeouts {
  /** Without `/v1`. */
  apiUrl: string;
  apiToken: string;
  /** `whsec_` and base64; without it no webhook is believed. */
  webhookSecret: string | null;
  models: ReplicateModels;
}

/** A create that was made just before `since`, by a clock that differs from ours, is still looked at. */
const CLOCK_MARGIN_MS = 60_000;
const MAX_PAGES = 50;
/** A post that was on its way when its claim ended is in the list by then. */
const TOLD_WITHIN_MS = 20_000;

/** Replicate's predictions, by its HTTP API. */
export class Replicate implements Provider {
  readonly capabilities = {
    cancelQueued: true,
    cancelRunning: true,
    signedWebhook: true,
    progress: true,
    reportedWithinMs: TOLD_WITHIN_MS,
  };
  private readonly http: VendorHttp;
  private readonly baseUrl: string;

  constructor(private readonly settings: ReplicateSettings) {
    const dialect = {
      provider: 'replicate',
      headers: { authorization: `Bearer ${settings.apiToken}` },
      wordsOf,
      createdId: (text: string) => prediction.safeParse(parseJson(text)).data?.id ?? null,
      rejectionOf,
      throttledMs,
    };
    this.http = new VendorHttp(dialect, settings);
    this.baseUrl = `${settings.apiUrl}/v1`;
  }

  async submit({ task, image }: Submission, signal: AbortSignal): Promise<SubmitResult> {
    const model = this.settings.models[task.model];
    if (!model) return { result: 'rejected', failure: fail('provider', 'model_not_configured', task.model) };
    const path = model.version ? '/predictions' : `/models/${model.model}/predictions`;
    const body = {
      version: model.version,
      input: inputFor(model, task, image),
      ...(task.webhookUrl && { webhook: task.webhookUrl, webhook_events_filter: ['start', 'completed'] }),
    };
    return this.http.create(this.baseUrl + path, body, signal);
  }

  async get(externalId: string, signal: AbortSignal): Promise<TaskStatus> {
    return toStatus(await this.read(externalId, signal));
  }

  async findByRef(task: ProviderTask, since: Date, signal: AbortSignal): Promise<string | null | 'cannot_be_asked'> {
    if (!task.webhookUrl) return 'cannot_be_asked';
    const from = since.getTime() - CLOCK_MARGIN_MS;
    let url: string | null = `${this.baseUrl}/predictions`;
    for (let pages = 0; url !== null; pages++) {
      if (pages === MAX_PAGES) throw unreadable('too_many_pages', `More than ${MAX_PAGES} pages since ${since}`);
      const { text }: { text: string } = await this.http.read({ operation: 'list', url }, signal);
      const { results, next } = parseAnswer(predictionPage, text);
      const recent = results.filter((result) => !result.created_at || Date.parse(result.created_at) >= from);
      for (const listed of recent) {
        // A list may leave the webhook out, and taking that for "another's" would buy the task twice.
        const { id, webhook } = listed.webhook === undefined ? await this.read(listed.id, signal) : listed;
        if (webhook === task.webhookUrl) return id;
      }
      url = next && recent.length === results.length ? this.urlOf(next) : null;
    }
    return null;
  }

  async cancel(externalId: string, signal: AbortSignal): Promise<'accepted' | 'too_late'> {
    const url = `${this.baseUrl}/predictions/${encodeURIComponent(externalId)}/cancel`;
    const { text } = await this.http.read({ operation: 'cancel', url, method: 'POST' }, signal);
    const { status } = parseAnswer(prediction, text);
    return status === 'succeeded' || status === 'failed' ? 'too_late' : 'accepted';
  }

  async verifyCallback(task: ProviderTask, headers: Record<string, string>, rawBody: Buffer): Promise<WebhookResult> {
    if (!this.settings.webhookSecret) return { refusal: 'No webhook secret is configured' };
    return verifyReplicateWebhook(this.settings.webhookSecret, task.webhookUrl, headers, rawBody);
  }

  private async read(externalId: string, signal: AbortSignal): Promise<Prediction> {
    const url = `${this.baseUrl}/predictions/${encodeURIComponent(externalId)}`;
    return parseAnswer(prediction, (await this.http.read({ operation: 'get', url }, signal)).text);
  }

  /** Only the cursor is taken from the answer: the token never goes where a link says. */
  private urlOf(next: string): string {
    const { searchParams } = new URL(next, this.settings.apiUrl);
    return `${this.baseUrl}/predictions?cursor=${encodeURIComponent(searchParams.get('cursor') ?? '')}`;
  }
}

/** Replicate says it in words too: `Your rate limit resets in ~30s`. */
function throttledMs(text: string): number | undefined {
  const seconds = /resets in ~?(\d+)\s*s/.exec(text)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}
