import { sendRequest } from './http-client';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import type { VendorInputField } from '@luit/contracts/generation/model-checks';
import type { Submission, SubmitResult, TaskStatus } from '@luit/engines/engine';
import type { Provider, ProviderInstance, WebhookResult } from './provider';
import { assertDocumentSize, own, publishedFields } from './published-input';
import { verifyReplicateWebhook } from './replicate-webhook';
import { prediction, predictionPage, type Prediction, rejectionOf, toStatus, errorMessageOf } from './replicate-wire';
import { inputOf } from '@luit/engines/submission-input';
import { type Timeouts, TIMEOUTS, VendorClient } from '@luit/engines/vendor-client';
import { failure, parseResponse, parseJson, readError } from '@luit/engines/failures';

/** Tolerance for clock differences when listing predictions since a point in time. */
const CLOCK_MARGIN_MS = 60_000;
const MAX_PAGES = 50;
/** Time within which a submitted prediction appears in the list. */
const REPORTED_WITHIN_MS = 20_000;

/** Replicate's predictions API. The base URL is without `/v1`. */
export class ReplicateProvider implements Provider {
  readonly capabilities = {
    cancelQueued: true,
    cancelRunning: true,
    signedWebhook: true,
    progress: true,
    reportedWithinMs: REPORTED_WITHIN_MS,
  };
  private readonly http: VendorClient;
  private readonly baseUrl: string;

  constructor(
    private readonly instance: ProviderInstance,
    timeouts: Timeouts = TIMEOUTS,
  ) {
    const protocol = {
      headers: { authorization: `Bearer ${instance.credential}` },
      errorMessageOf,
      createdId: (text: string) => prediction.safeParse(parseJson(text)).data?.id ?? null,
      rejectionOf,
      parseRetryAfterMs,
    };
    this.http = new VendorClient(instance, protocol, timeouts, sendRequest);
    this.baseUrl = `${instance.baseUrl}/v1`;
  }

  async submit(submission: Submission, signal: AbortSignal): Promise<SubmitResult> {
    const { model, route, webhookUrl } = submission.task;
    if (!route) return { result: 'rejected', failure: failure('provider', 'model_not_configured', model) };
    // Community models run by version, `owner/name:version`; official ones by name.
    const isVersion = route.model.includes(':');
    const path = isVersion ? '/predictions' : `/models/${route.model}/predictions`;
    const body = {
      ...(isVersion && { version: route.model }),
      input: inputOf(submission, route),
      ...(webhookUrl && { webhook: webhookUrl, webhook_events_filter: ['start', 'completed'] }),
    };
    return this.http.create(this.baseUrl + path, body, signal);
  }

  async get(externalId: string, signal: AbortSignal): Promise<TaskStatus> {
    return toStatus(await this.read(externalId, signal));
  }

  async findByRef(task: ProviderTask, since: Date, signal: AbortSignal): Promise<string | null | 'not_searchable'> {
    if (!task.webhookUrl) return 'not_searchable';
    const from = since.getTime() - CLOCK_MARGIN_MS;
    let url: string | null = `${this.baseUrl}/predictions`;
    for (let pages = 0; url !== null; pages++) {
      if (pages === MAX_PAGES) throw readError('too_many_pages', `More than ${MAX_PAGES} pages since ${since}`);
      const { text }: { text: string } = await this.http.read({ operation: 'list', url }, signal);
      const { results, next } = parseResponse(predictionPage, text);
      const recent = results.filter((result) => !result.created_at || Date.parse(result.created_at) >= from);
      for (const listed of recent) {
        // A list may omit the webhook. Treating that as a mismatch would buy the task twice.
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
    const { status } = parseResponse(prediction, text);
    return status === 'succeeded' || status === 'failed' ? 'too_late' : 'accepted';
  }

  async check(signal: AbortSignal): Promise<void> {
    const { text } = await this.http.read({ operation: 'check', url: `${this.baseUrl}/predictions` }, signal);
    parseResponse(predictionPage, text);
  }

  /** Of the latest version, or of that after the colon (replicate.com/docs/reference/http, November 29, 2026). */
  async publishedInput(model: string, signal: AbortSignal): Promise<VendorInputField[]> {
    const [name = '', version] = model.split(':');
    const path = name.split('/').map(encodeURIComponent).join('/');
    const url = `${this.baseUrl}/models/${path}${version ? `/versions/${encodeURIComponent(version)}` : ''}`;
    const { text } = await this.http.read({ operation: 'schema', url }, signal);
    assertDocumentSize(text);
    const answer = parseJson(text);
    const document = version ? own(answer, 'openapi_schema') : own(answer, 'latest_version', 'openapi_schema');
    return publishedFields(document, own(document, 'components', 'schemas', 'Input'));
  }

  async verifyCallback(task: ProviderTask, headers: Record<string, string>, rawBody: Buffer): Promise<WebhookResult> {
    const { webhookSecret } = this.instance;
    if (webhookSecret === null) return { refusal: 'No webhook secret is configured' };
    return verifyReplicateWebhook(webhookSecret, task.webhookUrl, headers, rawBody);
  }

  private async read(externalId: string, signal: AbortSignal): Promise<Prediction> {
    const url = `${this.baseUrl}/predictions/${encodeURIComponent(externalId)}`;
    return parseResponse(prediction, (await this.http.read({ operation: 'get', url }, signal)).text);
  }

  /** Uses only the cursor of the link, so that the API token is never sent to a URL from a response. */
  private urlOf(next: string): string {
    const { searchParams } = new URL(next, this.baseUrl);
    return `${this.baseUrl}/predictions?cursor=${encodeURIComponent(searchParams.get('cursor') ?? '')}`;
  }
}

/** Parses `Your rate limit resets in ~30s`. */
function parseRetryAfterMs(text: string): number | undefined {
  const seconds = /resets in ~?(\d+)\s*s/.exec(text)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}
