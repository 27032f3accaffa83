import type { ServerFacts } from '@luit/contracts/generation/provider-instances';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import type { Engine, Submission, SubmitResult, TaskStatus } from '../engine';
import { EngineClient, type EngineOptions, REPORTED_WITHIN_MS } from '../engine-client';
import type { EngineInstance } from '../engine-instance';
import { failure, parseJson, parseResponse, readError, UNDOCUMENTED_RESPONSE } from '../failures';
import { graphInput } from '../graph-input';
import { fileOf } from '../image-file';
import { forgotten } from '../statuses';
import { taskIdOf } from '../submission-input';
import { outputNodeOf, taskIdIn, withOutputNode } from '../task-ids';
import {
  asset,
  errorMessageOf,
  type Job,
  job,
  jobList,
  outputLinkOf,
  problemOf,
  rejectionOf,
  statusOfJob,
} from './comfy-v2-wire';

const API = '/api/v2';
/** The most that a proxy lists. */
const LISTED = '100';
const NO_JOB = '00000000-0000-0000-0000-000000000000';

/** Comfy API v2: the proxy before a ComfyUI of our own, Comfy Cloud, and its deployments. */
export class ComfyV2 implements Engine {
  readonly capabilities = {
    cancelQueued: true,
    cancelRunning: true,
    signedWebhook: false,
    progress: true,
    reportedWithinMs: REPORTED_WITHIN_MS,
  };
  private readonly http: EngineClient;

  constructor(
    private readonly instance: EngineInstance,
    options: EngineOptions,
  ) {
    const createdId = (text: string) => job.pick({ id: true }).safeParse(parseJson(text)).data?.id ?? null;
    const protocol = {
      errorMessageOf,
      createdId,
      rejectionOf: (status: number, text: string) => rejectionOf(status, text, []),
    };
    this.http = new EngineClient(instance, protocol, options);
  }

  /** The idempotency key is used once: a second submission with it is refused, and says nothing about the first one. */
  async submit(submission: Submission, signal: AbortSignal): Promise<SubmitResult> {
    const input = await graphInput(submission, (name, uri) => this.upload(name, uri, signal));
    if ('result' in input) return input;
    const { graph, filled, outputNode } = input;
    const reference = taskIdOf(submission.task.clientRef);
    // Servers of others refuse fields that they do not know.
    const body = { workflow: graph, ...(this.instance.isOwn && { metadata: reference }) };
    const result = await this.http.create(this.http.url(`${API}/jobs`), body, signal, {
      headers: { 'idempotency-key': reference },
      resultOf: ({ status, text }) => {
        if (status !== 422) return undefined;
        if (problemOf(text)?.code !== 'idempotency_key_reuse') {
          return { result: 'rejected', failure: rejectionOf(status, text, filled) };
        }
        const message = 'An earlier submission arrived, or its outcome is unknown';
        return { result: 'unknown', failure: failure('provider', 'idempotency_key_reuse', message) };
      },
    });
    if (result.result !== 'submitted') return result;
    return { ...result, externalId: withOutputNode(result.externalId, outputNode) };
  }

  async get(externalId: string, signal: AbortSignal): Promise<TaskStatus> {
    const found = await this.read(taskIdIn(externalId), signal);
    if (!found || this.isForgottenBehind(found)) return forgotten(this.instance);
    const status = statusOfJob(found);
    // Outputs appear before the end.
    const link = status.state === 'succeeded' ? outputLinkOf(found.outputs, outputNodeOf(externalId)) : null;
    return link === null ? status : { ...status, ...this.http.output(link) };
  }

  async findByRef(
    { clientRef, route }: ProviderTask,
    _since: Date,
    signal: AbortSignal,
  ): Promise<string | null | 'not_searchable'> {
    if (!this.instance.isOwn) return 'not_searchable';
    const url = this.http.url(`${API}/jobs`, { limit: LISTED });
    const isAbsent = (status: number) => status === 404 || status === 405;
    const { status, text } = await this.http.read({ operation: 'list', url, isExpected: isAbsent }, signal);
    if (isAbsent(status)) return 'not_searchable';
    const reference = taskIdOf(clientRef);
    const found = parseResponse(jobList, text).jobs.find(({ metadata }) => metadata === reference);
    return found ? withOutputNode(found.id, route?.workflow?.outputNode) : null;
  }

  /** Before a ComfyUI without a route for it, the proxy answers the request and cancels nothing. */
  async cancel(externalId: string, signal: AbortSignal): Promise<'accepted' | 'too_late' | 'unsupported'> {
    const url = this.jobUrl(taskIdIn(externalId), '/cancel');
    const isUnknown = (status: number) => status === 404;
    const { status, text } = await this.http.read(
      { operation: 'cancel', url, method: 'POST', isExpected: isUnknown },
      signal,
    );
    if (isUnknown(status)) return 'too_late';
    const { status: state } = parseResponse(job, text);
    if (state === 'canceling' || state === 'canceled') return 'accepted';
    return state === 'queued' || state === 'running' ? 'unsupported' : 'too_late';
  }

  async check(signal: AbortSignal): Promise<void> {
    await this.read(NO_JOB, signal);
  }

  async describe(signal: AbortSignal): Promise<ServerFacts> {
    await this.check(signal);
    return { software: 'Comfy API v2', models: [], devices: [] };
  }

  /** The proxy keeps a record of a job that the ComfyUI behind it lost, and calls it expired before its time. */
  private isForgottenBehind({ status, expires_at }: Job): boolean {
    return this.instance.isOwn && status === 'expired' && Date.parse(expires_at ?? '') > Date.now();
  }

  private async read(id: string, signal: AbortSignal): Promise<Job | null> {
    const isUnknown = (status: number) => status === 404;
    const { status, text } = await this.http.read(
      { operation: 'get', url: this.jobUrl(id), isExpected: isUnknown },
      signal,
    );
    if (!isUnknown(status)) return parseResponse(job, text);
    // A proxy of another kind has other words for 404.
    if (!problemOf(text)) throw readError('http_404', UNDOCUMENTED_RESPONSE);
    return null;
  }

  private jobUrl(id: string, action = ''): string {
    return this.http.url(`${API}/jobs/${encodeURIComponent(id)}${action}`);
  }

  private async upload(name: string, uri: string, signal: AbortSignal): Promise<object> {
    const form = new FormData();
    const { file, extension, type } = fileOf(uri);
    form.append('file', file, `${name}.${extension}`);
    form.append('content_type', type);
    form.append('file_path', `input/luit/${name}.${extension}`);
    const url = this.http.url(`${API}/assets`);
    const { text } = await this.http.read({ operation: 'upload', url, method: 'POST', body: form }, signal);
    return { __type: 'core/ASSET', info: { id: parseResponse(asset, text).id } };
  }
}
