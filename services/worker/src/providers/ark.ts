import { sendRequest } from './http-client';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import {
  arkBody,
  arkPage,
  arkTask,
  seedOf,
  type ArkTask,
  created,
  rejectionOf,
  toStatus,
  errorMessageOf,
} from './ark-wire';
import { ProviderReadError, type Submission, type SubmitResult, type TaskStatus } from '@luit/engines/engine';
import type { Provider, ProviderInstance, WebhookResult } from './provider';
import { inputOf } from '@luit/engines/submission-input';
import { type Timeouts, TIMEOUTS, VendorClient } from '@luit/engines/vendor-client';
import { failure, parseResponse, parseJson, readError } from '@luit/engines/failures';

/** Tolerance for clock differences when listing tasks since a point in time. */
const CLOCK_MARGIN_MS = 60_000;
const PAGE_SIZE = 100;
const MAX_PAGES = 50;
/** Time within which a submitted task appears in the task list. */
const REPORTED_WITHIN_MS = 20_000;

/** BytePlus ModelArk's video tasks API. The base URL ends in `/api/v3`. */
export class ArkProvider implements Provider {
  readonly capabilities = {
    cancelQueued: true,
    cancelRunning: false,
    signedWebhook: false,
    progress: false,
    reportedWithinMs: REPORTED_WITHIN_MS,
  };
  private readonly http: VendorClient;
  private readonly tasksUrl: string;

  constructor(instance: ProviderInstance, timeouts: Timeouts = TIMEOUTS) {
    const protocol = {
      headers: { authorization: `Bearer ${instance.credential}` },
      errorMessageOf,
      createdId: (text: string) => created.safeParse(parseJson(text)).data?.id ?? null,
      rejectionOf,
    };
    this.http = new VendorClient(instance, protocol, timeouts, sendRequest);
    this.tasksUrl = `${instance.baseUrl}/contents/generations/tasks`;
  }

  async submit(submission: Submission, signal: AbortSignal): Promise<SubmitResult> {
    const { model, route } = submission.task;
    if (!route) return { result: 'rejected', failure: failure('provider', 'model_not_configured', model) };
    return this.http.create(this.tasksUrl, arkBody(submission.task, route, inputOf(submission, route)), signal);
  }

  async get(externalId: string, signal: AbortSignal): Promise<TaskStatus> {
    return toStatus(await this.read(externalId, signal));
  }

  /**
   * Searches by the seed that is derived from the client reference. ModelArk returns it "when applicable". A task without one may be the
   * lost task, so it is no answer that there is none, but another one may still have the seed.
   */
  async findByRef(task: ProviderTask, since: Date, signal: AbortSignal): Promise<string | null | 'not_searchable'> {
    if (!task.route) return 'not_searchable';
    const { model } = task.route;
    const from = since.getTime() - CLOCK_MARGIN_MS;
    let hasUnidentified = false;
    for (let page = 1; page <= MAX_PAGES; page++) {
      const url = `${this.tasksUrl}?page_num=${page}&page_size=${PAGE_SIZE}&filter.model=${encodeURIComponent(model)}`;
      const { text } = await this.http.read({ operation: 'list', url }, signal);
      const { items } = parseResponse(arkPage, text);
      const recent = items.filter((item) => !item.created_at || (item.created_at + 1) * 1_000 >= from);
      for (const listed of recent) {
        const seed = await this.seedIn(listed, signal);
        if (seed === seedOf(task)) return listed.id;
        hasUnidentified ||= seed === null;
      }
      if (recent.length === PAGE_SIZE) continue;
      if (hasUnidentified) throw readError('no_seed', 'A task without a seed may be the lost one');
      return null;
    }
    throw readError('too_many_pages', `More than ${MAX_PAGES} pages since ${since.toISOString()}`);
  }

  /** DELETE cancels a queued task but deletes the record of a finished one, so the state is read first. */
  async cancel(externalId: string, signal: AbortSignal): Promise<'accepted' | 'too_late' | 'unsupported'> {
    const { state } = await this.get(externalId, signal);
    if (state === 'running') return 'unsupported';
    if (state !== 'queued') return 'too_late';
    const url = this.urlOf(externalId);
    const hasStarted = (status: number) => status === 400 || status === 409;
    const { status } = await this.http.read(
      { operation: 'cancel', url, method: 'DELETE', isExpected: hasStarted },
      signal,
    );
    return hasStarted(status) ? 'unsupported' : 'accepted';
  }

  async check(signal: AbortSignal): Promise<void> {
    const url = `${this.tasksUrl}?page_num=1&page_size=1`;
    parseResponse(arkPage, (await this.http.read({ operation: 'check', url }, signal)).text);
  }

  /**
   * Callbacks are unsigned, so the task is read from the API and must not have another job's seed. Without one, the secret URL of the
   * callback identifies the job.
   */
  async verifyCallback(
    task: ProviderTask,
    _headers: Record<string, string>,
    rawBody: Buffer,
    signal: AbortSignal,
  ): Promise<WebhookResult> {
    const claimed = arkTask.safeParse(parseJson(rawBody.toString('utf8')));
    if (!claimed.success) return { refusal: 'The body is not a task' };
    const { id } = claimed.data;
    try {
      const seed = (await this.read(id, signal)).seed ?? seedOf(task);
      return seed === seedOf(task) ? { externalId: id } : { refusal: 'The task belongs to another job' };
    } catch (error) {
      if (error instanceof ProviderReadError && error.failure.code === 'http_404') {
        return { refusal: 'The task does not exist' };
      }
      throw error;
    }
  }

  /** A list may omit the seed of a task. Null if the task has none either. */
  private async seedIn(listed: ArkTask, signal: AbortSignal): Promise<number | null> {
    return listed.seed ?? (await this.read(listed.id, signal)).seed ?? null;
  }

  private async read(externalId: string, signal: AbortSignal): Promise<ArkTask> {
    const { text } = await this.http.read({ operation: 'get', url: this.urlOf(externalId) }, signal);
    return parseResponse(arkTask, text);
  }

  private urlOf(externalId: string): string {
    return `${this.tasksUrl}/${encodeURIComponent(externalId)}`;
  }
}
