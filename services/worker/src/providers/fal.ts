import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { falApp, type FalModels, falRequest } from './fal-models';
import { FalKeys, falSignatureFault } from './fal-webhook';
import { cancelAnswer, endOf, failureOf, isTransient, queueStatus, submitted, webhookBody, wordsOf } from './fal-wire';
import type { Provider, Submission, SubmitResult, TaskStatus, WebhookResult } from './provider';
import { type Timeouts, VendorHttp } from './vendor-http';
import { fail, parseAnswer, parseJson, unreadable } from './wire';

export interface FalSettings extends Timeouts {
  /** Of the queue, without a trailing slash. */
  queueUrl: string;
  /** Where fal publishes the keys that sign its webhooks. */
  keysUrl: string;
  key: string;
  models: FalModels;
}

/** fal calls back when a request is over, so an unheard-of one is surely none once its longest run has passed. */
const TOLD_WITHIN_MS = 15 * 60_000;

/** fal's queue, by its HTTP API. A task's id is `owner/name/request id`: requests are asked for at their application. */
export class Fal implements Provider {
  readonly capabilities = {
    cancelQueued: true,
    cancelRunning: true,
    signedWebhook: true,
    progress: false,
    reportedWithinMs: TOLD_WITHIN_MS,
  };
  private readonly http: VendorHttp;
  private readonly keys: FalKeys;

  constructor(private readonly settings: FalSettings) {
    const dialect = {
      provider: 'fal',
      headers: { authorization: `Key ${settings.key}` },
      wordsOf,
      createdId: (text: string) => submitted.safeParse(parseJson(text)).data?.request_id ?? null,
      rejectionOf: failureOf,
    };
    this.http = new VendorHttp(dialect, settings);
    this.keys = new FalKeys(settings.keysUrl, settings.getTimeoutMs);
  }

  async submit({ task, image }: Submission, signal: AbortSignal): Promise<SubmitResult> {
    const request = falRequest(this.settings.models, task, image);
    if (!request) return { result: 'rejected', failure: fail('provider', 'model_not_configured', task.model) };
    const callback = task.webhookUrl ? `?fal_webhook=${encodeURIComponent(task.webhookUrl)}` : '';
    const url = `${this.settings.queueUrl}/${request.endpoint}${callback}`;
    const created = await this.http.create(url, request.input, signal);
    if (created.result !== 'submitted') return created;
    return { result: 'submitted', externalId: `${falApp(this.settings.models, task)}/${created.externalId}` };
  }

  async get(externalId: string, signal: AbortSignal): Promise<TaskStatus> {
    const url = this.urlOf(externalId);
    const { text } = await this.http.read({ operation: 'get', url: `${url}/status` }, signal);
    const { status } = parseAnswer(queueStatus, text);
    if (status !== 'COMPLETED') {
      return { state: status === 'IN_QUEUE' ? 'queued' : 'running', progress: null, outputUrl: null, failure: null };
    }
    const result = await this.http.read({ operation: 'result', url, understood: (code) => code >= 400 }, signal);
    if (isTransient(result.status, result.headers)) throw unreadable(`http_${result.status}`, wordsOf(result.text));
    const end = endOf(result);
    if (!end) throw unreadable('garbage', 'The result is not what fal documents');
    return end;
  }

  /** fal has no list of requests: only its callback tells. */
  findByRef(): Promise<'cannot_be_asked'> {
    return Promise.resolve('cannot_be_asked');
  }

  async cancel(externalId: string, signal: AbortSignal): Promise<'accepted' | 'too_late'> {
    const url = `${this.urlOf(externalId)}/cancel`;
    const isOver = (status: number) => status === 400;
    const answer = await this.http.read({ operation: 'cancel', url, method: 'PUT', understood: isOver }, signal);
    const { status } = parseAnswer(cancelAnswer, answer.text);
    return status === 'ALREADY_COMPLETED' ? 'too_late' : 'accepted';
  }

  /** That it came to this job's secret address says whose it is; the signature, that fal wrote it. */
  async verifyCallback(
    task: ProviderTask,
    headers: Record<string, string>,
    rawBody: Buffer,
    signal: AbortSignal,
  ): Promise<WebhookResult> {
    const refusal = await falSignatureFault(this.keys, headers, rawBody, signal);
    if (refusal) return { refusal };
    const parsed = webhookBody.safeParse(parseJson(rawBody.toString('utf8')));
    const app = falApp(this.settings.models, task);
    if (!parsed.success || !app) return { refusal: 'The body is no request of this job' };
    return { externalId: `${app}/${parsed.data.request_id}` };
  }

  private urlOf(externalId: string): string {
    const parts = externalId.split('/').map(encodeURIComponent);
    return `${this.settings.queueUrl}/${parts.slice(0, -1).join('/')}/requests/${parts.at(-1)}`;
  }
}
