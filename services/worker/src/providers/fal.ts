import type { VendorInputField } from '@luit/contracts/generation/model-checks';
import { sendRequest } from './http-client';
import { falUrls } from '@luit/contracts/operations/vendor-urls';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { FalKeys, falSignatureFault } from './fal-webhook';
import {
  cancelResponse,
  failureOf,
  isTransient,
  endOfWebhook,
  queueStatus,
  statusOfResult,
  submitted,
  webhookBody,
  errorMessageOf,
  hasInput,
  type ListedRequest,
  requestPage,
} from './fal-wire';
import { ProviderReadError, type Submission, type SubmitResult, type TaskStatus } from '@luit/engines/engine';
import type { Provider, ProviderInstance, WebhookResult } from './provider';
import { assertDocumentSize, own, publishedFields } from './published-input';
import { inputOf } from '@luit/engines/submission-input';
import { type Timeouts, TIMEOUTS, VendorClient } from '@luit/engines/vendor-client';
import { failure, parseResponse, parseJson, readError } from '@luit/engines/failures';
import { type HttpResponse, retryAfterMs } from '@luit/engines/transport/http';

/** fal does not say when its list contains a request, and its callbacks come at the end. So this is only an upper bound. */
const REPORTED_WITHIN_MS = 24 * 3_600_000;

/** Tolerance for clock differences when listing requests since a point in time. */
const CLOCK_MARGIN_MS = 60_000;
const MAX_PAGES = 50;

/** An application that fal keeps; checks ask it for a request that does not exist. */
const UNKNOWN_REQUEST_APP = 'fal-ai/flux';
const UNKNOWN_REQUEST = '00000000-0000-0000-0000-000000000000';

const UNAVAILABLE = 'http_503';

/**
 * A 503 to a submission comes before the queue has the request: it has no request id, and fal's own client sends the submission again
 * (fal-js, retry.ts). After a 502 or 504, the request may be in the queue.
 */
function refusal({ status, headers, text }: HttpResponse): SubmitResult | undefined {
  if (status !== 503) return undefined;
  return {
    result: 'retry',
    failure: failure('provider', UNAVAILABLE, errorMessageOf(text)),
    retryAfterMs: retryAfterMs(headers),
  };
}

/** fal's queue API. A task id is `owner/name/request id`, because requests are addressed by their application. */
export class FalProvider implements Provider {
  readonly capabilities = {
    cancelQueued: true,
    cancelRunning: true,
    signedWebhook: true,
    progress: false,
    reportedWithinMs: REPORTED_WITHIN_MS,
  };
  private readonly http: VendorClient;
  private readonly keys: FalKeys;
  private readonly urls: ReturnType<typeof falUrls>;

  constructor(instance: ProviderInstance, timeouts: Timeouts = TIMEOUTS) {
    this.urls = falUrls(instance.baseUrl);
    const protocol = {
      headers: { authorization: `Key ${instance.credential}` },
      errorMessageOf,
      createdId: (text: string) => submitted.safeParse(parseJson(text)).data?.request_id ?? null,
      rejectionOf: failureOf,
    };
    this.http = new VendorClient(instance, protocol, timeouts, sendRequest);
    this.keys = new FalKeys(instance, this.urls.keys, timeouts.getTimeoutMs);
  }

  async submit(submission: Submission, signal: AbortSignal): Promise<SubmitResult> {
    const { model, route, webhookUrl } = submission.task;
    if (!route) return { result: 'rejected', failure: failure('provider', 'model_not_configured', model) };
    const callback = webhookUrl ? `?fal_webhook=${encodeURIComponent(webhookUrl)}` : '';
    const url = `${this.urls.queue}/${route.model}${callback}`;
    const since = new Date();
    const created = await this.http.create(url, inputOf(submission, route), signal, { resultOf: refusal });
    if (created.result === 'submitted')
      return { result: 'submitted', externalId: `${appOf(route.model)}/${created.externalId}` };
    if (created.failure.code !== UNAVAILABLE) return created;
    return this.afterRefusal(submission.task, since, created, signal);
  }

  /** The list of requests has the last word where it can be asked. */
  private async afterRefusal(
    task: ProviderTask,
    since: Date,
    refused: SubmitResult,
    signal: AbortSignal,
  ): Promise<SubmitResult> {
    try {
      const found = await this.findByRef(task, since, signal);
      return found === 'not_searchable' ? refused : { result: 'submitted', externalId: found };
    } catch (error) {
      if (!(error instanceof ProviderReadError)) throw error;
      return refused;
    }
  }

  async get(externalId: string, signal: AbortSignal): Promise<TaskStatus> {
    const url = this.urlOf(externalId);
    const { text } = await this.http.read({ operation: 'get', url: `${url}/status` }, signal);
    const { status } = parseResponse(queueStatus, text);
    if (status !== 'COMPLETED') {
      return { state: status === 'IN_QUEUE' ? 'queued' : 'running', progress: null, outputUrl: null, failure: null };
    }
    const result = await this.http.read({ operation: 'result', url, isExpected: (code) => code >= 400 }, signal);
    if (isTransient(result.status, result.headers))
      throw readError(`http_${result.status}`, errorMessageOf(result.text));
    const taskStatus = statusOfResult(result);
    if (!taskStatus) throw readError('garbage', 'The result does not match fal’s documentation');
    return taskStatus;
  }

  /**
   * fal's list of requests has neither callback URLs nor references, but their input. A request from a prompt is found by its input with a
   * seed, if no other one has the same. Its absence proves nothing: it is not documented when an unfinished request is listed.
   */
  async findByRef(task: ProviderTask, since: Date, signal: AbortSignal): Promise<string | 'not_searchable'> {
    const { route, type, options } = task;
    const isIdentifiable = type === 'video' && route?.fields.seed !== undefined && typeof options?.seed === 'number';
    if (!route || !isIdentifiable) return 'not_searchable';
    const input = inputOf({ task, image: null }, route);
    const found = (await this.listed(route.model, since, signal)).filter((request) => hasInput(request, input));
    return found.length === 1 ? `${appOf(route.model)}/${found[0]!.request_id}` : 'not_searchable';
  }

  async cancel(externalId: string, signal: AbortSignal): Promise<'accepted' | 'too_late'> {
    const url = `${this.urlOf(externalId)}/cancel`;
    const isCompleted = (status: number) => status === 400;
    const { text } = await this.http.read({ operation: 'cancel', url, method: 'PUT', isExpected: isCompleted }, signal);
    const { status } = parseResponse(cancelResponse, text);
    return status === 'ALREADY_COMPLETED' ? 'too_late' : 'accepted';
  }

  /** fal has no request without an id; it answers one for an unknown id with 404 or 422, but only with a valid key. */
  async check(signal: AbortSignal): Promise<void> {
    const isUnknown = (status: number) => status === 404 || status === 422;
    const url = `${this.urls.queue}/${UNKNOWN_REQUEST_APP}/requests/${UNKNOWN_REQUEST}/status`;
    await this.http.read({ operation: 'check', url, isExpected: isUnknown }, signal);
  }

  /** From the platform API (fal.ai/docs/platform-apis/v1/models, November 29, 2026). */
  async publishedInput(model: string, signal: AbortSignal): Promise<VendorInputField[]> {
    const query = new URLSearchParams({ endpoint_id: model, expand: 'openapi-3.0' });
    const url = `${this.urls.platform}/models?${query.toString()}`;
    const { text } = await this.http.read({ operation: 'schema', url }, signal);
    assertDocumentSize(text);
    const document = own(parseJson(text), 'models', '0', 'openapi');
    const body = own(document, 'paths', `/${model}`, 'post', 'requestBody', 'content', 'application/json', 'schema');
    return publishedFields(document, body);
  }

  /** The secret callback URL identifies the job; the signature proves that fal sent the callback. */
  async verifyCallback(
    task: ProviderTask,
    headers: Record<string, string>,
    rawBody: Buffer,
    signal: AbortSignal,
  ): Promise<WebhookResult> {
    const refusal = await falSignatureFault(this.keys, headers, rawBody, signal);
    if (refusal) return { refusal };
    const parsed = webhookBody.safeParse(parseJson(rawBody.toString('utf8')));
    if (!parsed.success || !task.route) return { refusal: 'The body is not a request of this job' };
    const end = endOfWebhook(parsed.data);
    return { externalId: `${appOf(task.route.model)}/${parsed.data.request_id}`, ...(end && { end }) };
  }

  /** The requests of an endpoint since then; none if the key may not list them. */
  private async listed(endpoint: string, since: Date, signal: AbortSignal): Promise<ListedRequest[]> {
    const start = new Date(since.getTime() - CLOCK_MARGIN_MS).toISOString();
    const list: ListedRequest[] = [];
    let cursor: string | null = null;
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const query = new URLSearchParams({ endpoint_id: endpoint, start, limit: '100', expand: 'payloads' });
      if (cursor !== null) query.set('cursor', cursor);
      const url = `${this.urls.platform}/models/requests/by-endpoint?${query}`;
      const isRefused = (status: number) => status === 401 || status === 403;
      const { status, text } = await this.http.read({ operation: 'list', url, isExpected: isRefused }, signal);
      if (isRefused(status)) return [];
      const { items, next_cursor: next } = parseResponse(requestPage, text);
      list.push(...items);
      if (next === null) return list;
      cursor = next;
    }
    throw readError('too_many_pages', `More than ${MAX_PAGES} pages since ${start}`);
  }

  private urlOf(externalId: string): string {
    const parts = externalId.split('/').map(encodeURIComponent);
    return `${this.urls.queue}/${parts.slice(0, -1).join('/')}/requests/${parts.at(-1)}`;
  }
}

/** The application of an endpoint. All calls other than the submission use it, without the path (fal-js, `parseEndpointId`). */
function appOf(endpoint: string): string {
  return endpoint.split('/').slice(0, 2).join('/');
}
