import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { arkBody, arkModelOf, type ArkModels, seedOf } from './ark-models';
import { arkPage, arkTask, type ArkTask, created, rejectionOf, toStatus, wordsOf } from './ark-wire';
import {
  type Provider,
  ProviderUnreadableError,
  type Submission,
  type SubmitResult,
  type TaskStatus,
  type WebhookResult,
} from './provider';
import { type Timeouts, VendorHttp } from './vendor-http';
import { fail, parseAnswer, parseJson, unreadable } from './wire';

export interface ArkSettings extends Timeouts {
  /** With `/api/v3`, without a trailing slash. */
  apiUrl: string;
  apiKey: string;
  models: ArkModels;
}

/** A create that was made just before `since`, by a clock that differs from ours, is still looked at. */
const CLOCK_MARGIN_MS = 60_000;
const PAGE_SIZE = 100;
const MAX_PAGES = 50;
/** A post that was on its way when its claim ended is in the list by then. */
const TOLD_WITHIN_MS = 20_000;

/** BytePlus ModelArk's video tasks (Seedance), by its HTTP API. */
export class Ark implements Provider {
  readonly capabilities = {
    cancelQueued: true,
    cancelRunning: false,
    signedWebhook: false,
    progress: false,
    reportedWithinMs: TOLD_WITHIN_MS,
  };
  private readonly http: VendorHttp;
  private readonly tasksUrl: string;

  constructor(private readonly settings: ArkSettings) {
    const dialect = {
      provider: 'ark',
      headers: { authorization: `Bearer ${settings.apiKey}` },
      wordsOf,
      createdId: (text: string) => created.safeParse(parseJson(text)).data?.id ?? null,
      rejectionOf,
    };
    this.http = new VendorHttp(dialect, settings);
    this.tasksUrl = `${settings.apiUrl}/contents/generations/tasks`;
  }

  async submit({ task, image }: Submission, signal: AbortSignal): Promise<SubmitResult> {
    const body = arkBody(this.settings.models, task, image);
    if (!body) return { result: 'rejected', failure: fail('provider', 'model_not_configured', task.model) };
    return this.http.create(this.tasksUrl, body, signal);
  }

  async get(externalId: string, signal: AbortSignal): Promise<TaskStatus> {
    return toStatus(await this.read(externalId, signal));
  }

  /** By the seed that was made of the reference. */
  async findByRef(task: ProviderTask, since: Date, signal: AbortSignal): Promise<string | null | 'cannot_be_asked'> {
    const model = arkModelOf(this.settings.models, task);
    if (!model) return 'cannot_be_asked';
    const from = since.getTime() - CLOCK_MARGIN_MS;
    for (let page = 1; page <= MAX_PAGES; page++) {
      const url = `${this.tasksUrl}?page_num=${page}&page_size=${PAGE_SIZE}&filter.model=${encodeURIComponent(model)}`;
      const { text } = await this.http.read({ operation: 'list', url }, signal);
      const { items } = parseAnswer(arkPage, text);
      const recent = items.filter((item) => !item.created_at || (item.created_at + 1) * 1_000 >= from);
      for (const listed of recent) if (await this.isOf(task, listed, signal)) return listed.id;
      if (recent.length < PAGE_SIZE) return null;
    }
    throw unreadable('too_many_pages', `More than ${MAX_PAGES} pages since ${since.toISOString()}`);
  }

  /** The caller cannot choose between canceling and deleting a record, so the state is read first. */
  async cancel(externalId: string, signal: AbortSignal): Promise<'accepted' | 'too_late' | 'unsupported'> {
    const { state } = await this.get(externalId, signal);
    if (state === 'running') return 'unsupported';
    if (state !== 'queued') return 'too_late';
    const url = this.urlOf(externalId);
    const hasStarted = (status: number) => status === 400 || status === 409;
    const { status } = await this.http.read(
      { operation: 'cancel', url, method: 'DELETE', understood: hasStarted },
      signal,
    );
    return hasStarted(status) ? 'unsupported' : 'accepted';
  }

  /** Nothing is signed: what a callback claims is read again, and has to bear this job's seed. */
  async verifyCallback(
    task: ProviderTask,
    _headers: Record<string, string>,
    rawBody: Buffer,
    signal: AbortSignal,
  ): Promise<WebhookResult> {
    const claimed = arkTask.safeParse(parseJson(rawBody.toString('utf8')));
    if (!claimed.success) return { refusal: 'The body is no task' };
    const { id } = claimed.data;
    try {
      const { seed } = await this.read(id, signal);
      return seed === seedOf(task) ? { externalId: id } : { refusal: 'The task is of another job' };
    } catch (error) {
      if (error instanceof ProviderUnreadableError && error.failure.code === 'http_404') {
        return { refusal: 'There is no such task' };
      }
      throw error;
    }
  }

  private async isOf(task: ProviderTask, listed: ArkTask, signal: AbortSignal): Promise<boolean> {
    // A list may leave the seed out, and taking that for "another's" would buy the task twice.
    const { seed } = typeof listed.seed === 'number' ? listed : await this.read(listed.id, signal);
    if (typeof seed !== 'number') throw unreadable('no_seed', 'A task does not report its seed yet');
    return seed === seedOf(task);
  }

  private async read(externalId: string, signal: AbortSignal): Promise<ArkTask> {
    const { text } = await this.http.read({ operation: 'get', url: this.urlOf(externalId) }, signal);
    return parseAnswer(arkTask, text);
  }

  private urlOf(externalId: string): string {
    return `${this.tasksUrl}/${encodeURIComponent(externalId)}`;
  }
}
