import type { ServerFacts } from '@luit/contracts/generation/provider-instances';
import type { ProviderFailure, ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { type Engine, ProviderReadError, type Submission, type SubmitResult, type TaskStatus } from '../engine';
import { EngineClient, type EngineOptions, REPORTED_WITHIN_MS } from '../engine-client';
import type { EngineInstance } from '../engine-instance';
import { parseJson, parseResponse } from '../failures';
import { fileOf } from '../image-file';
import { graphInput } from '../graph-input';
import { forgotten } from '../statuses';
import { taskIdOf } from '../submission-input';
import {
  accepted,
  canceled,
  errorMessageOf,
  history,
  job,
  modelNames,
  queue,
  queueState,
  rejectionOf,
  statusOfHistory,
  statusOfJob,
  systemStats,
  uploaded,
} from './comfyui-wire';
import { graphFailure, isOutputDropped } from './graph-errors';
import { type NodeOutputs, outputFileOf } from './output-file';
import { outputNodeOf, taskIdIn, withOutputNode } from '../task-ids';

const UPLOAD_FOLDER = 'luit';
/** Folders whose models operators know their server by. */
const MODEL_FOLDERS = ['checkpoints', 'diffusion_models'];
const isAny = () => true;
const DROPPED = { type: 'invalid_workflow', message: 'The output node was dropped', details: '' };

/**
 * ComfyUI's own routes. They carry no promise of compatibility: newer servers have routes for jobs, which read and cancel atomically; older ones
 * have a queue and a history.
 */
export class ComfyUi implements Engine {
  readonly capabilities = {
    cancelQueued: true,
    cancelRunning: true,
    signedWebhook: false,
    progress: false,
    reportedWithinMs: REPORTED_WITHIN_MS,
  };
  private readonly http: EngineClient;

  constructor(
    private readonly instance: EngineInstance,
    options: EngineOptions,
  ) {
    const createdId = (text: string) => accepted.safeParse(parseJson(text)).data?.prompt_id ?? null;
    const protocol = {
      errorMessageOf,
      createdId,
      rejectionOf: (status: number, text: string) => rejectionOf(status, text, []),
    };
    this.http = new EngineClient(instance, protocol, options);
  }

  /** The id is ours, so a task is found again even if the response is lost. Validation runs before the server queues the task. */
  async submit(submission: Submission, signal: AbortSignal): Promise<SubmitResult> {
    const input = await graphInput(submission, (name, uri) => this.upload(name, uri, signal));
    if ('result' in input) return input;
    const { graph, filled, outputNode } = input;
    const id = taskIdOf(submission.task.clientRef);
    let dropped: ProviderFailure | undefined;
    const result = await this.http.create(this.http.url('/prompt'), { prompt: graph, prompt_id: id }, signal, {
      resultOf: ({ status, text }) => {
        if (status === 400) return { result: 'rejected', failure: rejectionOf(status, text, filled) };
        const errors = accepted.safeParse(parseJson(text)).data?.node_errors ?? {};
        if (status === 200 && isOutputDropped(errors, outputNode)) dropped = graphFailure(DROPPED, errors, filled);
        return undefined;
      },
    });
    if (dropped) return this.discard(id, dropped, signal);
    if (result.result === 'submitted') return { ...result, externalId: withOutputNode(result.externalId, outputNode) };
    return result;
  }

  /** The server accepted a graph without its output node, and runs the rest of it, which makes nothing that anyone wants. */
  private async discard(id: string, dropped: ProviderFailure, signal: AbortSignal): Promise<SubmitResult> {
    try {
      await this.cancel(id, signal);
      return { result: 'rejected', failure: dropped };
    } catch (error) {
      if (!(error instanceof ProviderReadError)) throw error;
      return { result: 'unknown', failure: error.failure };
    }
  }

  async get(externalId: string, signal: AbortSignal): Promise<TaskStatus> {
    const id = taskIdIn(externalId);
    const found = (await this.job(id, signal)) ?? (await this.queuedOrFinished(id, signal));
    if (!found) return forgotten(this.instance);
    const { outputs, ...status } = found;
    const file = status.state === 'succeeded' ? outputFileOf(outputs, outputNodeOf(externalId)) : null;
    if (!file) return status;
    return { ...status, ...this.http.output(this.http.url('/view', { ...file, type: 'output' })) };
  }

  async findByRef({ clientRef, route }: ProviderTask, _since: Date, signal: AbortSignal): Promise<string | null> {
    const id = taskIdOf(clientRef);
    const found = (await this.job(id, signal)) ?? (await this.queuedOrFinished(id, signal));
    return found ? withOutputNode(id, route?.workflow?.outputNode) : null;
  }

  /** A task that waits is deleted, and one that runs is interrupted at its next step. */
  async cancel(externalId: string, signal: AbortSignal): Promise<'accepted' | 'too_late'> {
    const id = taskIdIn(externalId);
    const url = this.http.url(`/api/jobs/${encodeURIComponent(id)}/cancel`);
    const answer = await this.http.read({ operation: 'cancel', url, method: 'POST', isExpected: isAny }, signal);
    const { data } = canceled.safeParse(parseJson(answer.text));
    if (answer.status === 200 && data?.cancelled) return 'accepted';
    if (answer.status !== 200) await this.cancelInQueue(id, signal);
    const found = (await this.job(id, signal)) ?? (await this.queuedOrFinished(id, signal));
    return found?.state === 'succeeded' || found?.state === 'failed' ? 'too_late' : 'accepted';
  }

  async check(signal: AbortSignal): Promise<void> {
    const { text } = await this.http.read({ operation: 'check', url: this.http.url('/prompt') }, signal);
    parseResponse(queueState, text);
  }

  async describe(signal: AbortSignal): Promise<ServerFacts> {
    const { text } = await this.http.read({ operation: 'describe', url: this.http.url('/system_stats') }, signal);
    const { system, devices } = parseResponse(systemStats, text);
    const models = await Promise.all(MODEL_FOLDERS.map((folder) => this.modelsIn(folder, signal)));
    return {
      software: `ComfyUI ${system.comfyui_version ?? 'of an unknown version'}`,
      models: models.flat(),
      devices: devices.map(({ name, vram_total, vram_free }) => ({
        name,
        totalBytes: vram_total,
        freeBytes: vram_free,
      })),
    };
  }

  private async modelsIn(folder: string, signal: AbortSignal): Promise<string[]> {
    const url = this.http.url(`/models/${folder}`);
    const { status, text } = await this.http.read({ operation: 'describe', url, isExpected: isAny }, signal);
    return status === 200 ? modelNames.catch([]).parse(parseJson(text)) : [];
  }

  /** Null if the server has no routes for jobs, or no such job. It then has no task in its queue either. */
  private async job(id: string, signal: AbortSignal): Promise<(TaskStatus & { outputs: NodeOutputs }) | null> {
    const url = this.http.url(`/api/jobs/${encodeURIComponent(id)}`);
    const isMissing = (status: number) => status === 404 || status === 405;
    const { status, text } = await this.http.read({ operation: 'get', url, isExpected: isMissing }, signal);
    if (isMissing(status)) return null;
    const found = parseResponse(job, text);
    return { ...statusOfJob(found), outputs: found.outputs };
  }

  /**
   * The queue is read before the history: the server moves a task from one to the other under a lock, so a task that is in neither in this order
   * is unknown.
   */
  private async queuedOrFinished(
    id: string,
    signal: AbortSignal,
  ): Promise<(TaskStatus & { outputs: NodeOutputs }) | null> {
    const { queue_running, queue_pending } = await this.queue(signal);
    const waiting = queue_pending.includes(id) ? 'queued' : queue_running.includes(id) ? 'running' : null;
    if (waiting) return { state: waiting, progress: null, outputUrl: null, failure: null, outputs: {} };
    const url = this.http.url(`/history/${encodeURIComponent(id)}`);
    const { text } = await this.http.read({ operation: 'get', url }, signal);
    const entry = parseResponse(history, text)[id];
    return entry ? { ...statusOfHistory(entry), outputs: entry.outputs } : null;
  }

  private async queue(signal: AbortSignal) {
    const { text } = await this.http.read({ operation: 'get', url: this.http.url('/queue') }, signal);
    return parseResponse(queue, text);
  }

  /** Very old servers interrupt whatever runs, so only a running task is interrupted. A task that starts after the deletion is seen here. */
  private async cancelInQueue(id: string, signal: AbortSignal): Promise<void> {
    const cancel = { operation: 'cancel', method: 'POST' } as const;
    await this.http.read({ ...cancel, url: this.http.url('/queue'), body: { delete: [id] } }, signal);
    if (!(await this.queue(signal)).queue_running.includes(id)) return;
    await this.http.read({ ...cancel, url: this.http.url('/interrupt'), body: { prompt_id: id } }, signal);
  }

  private async upload(name: string, uri: string, signal: AbortSignal): Promise<string> {
    const form = new FormData();
    const { file, extension } = fileOf(uri);
    form.append('image', file, `${name}.${extension}`);
    form.append('type', 'input');
    form.append('subfolder', UPLOAD_FOLDER);
    const url = this.http.url('/upload/image');
    const { text } = await this.http.read({ operation: 'upload', url, method: 'POST', body: form }, signal);
    const stored = parseResponse(uploaded, text);
    return stored.subfolder ? `${stored.subfolder}/${stored.name}` : stored.name;
  }
}
