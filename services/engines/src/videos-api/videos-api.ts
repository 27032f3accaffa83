import type { ServerFacts } from '@luit/contracts/generation/provider-instances';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import type { Engine, Submission, SubmitResult, TaskStatus } from '../engine';
import { EngineClient, type EngineOptions, REPORTED_WITHIN_MS } from '../engine-client';
import type { EngineInstance } from '../engine-instance';
import { failure, parseJson, parseResponse, readError, UNDOCUMENTED_RESPONSE } from '../failures';
import { fileOf, isDataUri } from '../image-file';
import { forgotten } from '../statuses';
import { inputOf, taskIdOf } from '../submission-input';
import { DIALECTS, type Dialect } from './dialects';
import {
  created,
  errorMessageOf,
  isProblem,
  modelList,
  rejectionOf,
  servedModel,
  statusOfVideo,
  type Video,
  video,
  videoList,
} from './videos-wire';

/** The field of an image that is sent as a file. */
const FILE_FIELD = 'input_reference';
const LISTED = '100';
/** Tolerance for a server's clock, seconds. */
const CLOCK_MARGIN = 60;
const isAny = () => true;

/** Servers with the routes of OpenAI's Videos API: vLLM-Omni, SGLang Diffusion, and gateways. */
export class VideosApi implements Engine {
  readonly capabilities;
  private readonly http: EngineClient;
  private readonly dialect: Dialect;

  constructor(
    private readonly instance: EngineInstance,
    options: EngineOptions,
  ) {
    this.dialect = DIALECTS[instance.dialect ?? 'generic'];
    const { cancels } = this.dialect;
    this.capabilities = {
      ...{ cancelQueued: cancels, cancelRunning: cancels, signedWebhook: false, progress: false },
      reportedWithinMs: REPORTED_WITHIN_MS,
    };
    const createdId = (text: string) => created.safeParse(parseJson(text)).data?.id ?? null;
    this.http = new EngineClient(instance, { errorMessageOf, createdId, rejectionOf }, options);
  }

  async submit(submission: Submission, signal: AbortSignal): Promise<SubmitResult> {
    const { route, model, clientRef } = submission.task;
    if (!route) return { result: 'rejected', failure: failure('provider', 'model_not_configured', model) };
    const { namesModel, needsSeed, isAlwaysForm } = this.dialect;
    const body: Record<string, unknown> = {
      ...(namesModel && { model: route.model }),
      ...(needsSeed && { seed: Number.parseInt(taskIdOf(clientRef).slice(0, 7), 16) }),
      ...inputOf(submission, route),
    };
    const isForm = isAlwaysForm || isDataUri(body[FILE_FIELD]);
    return this.http.create(this.http.url('/v1/videos'), isForm ? formOf(body) : body, signal);
  }

  /** A server may answer with the HTTP status of a failed task, even 404, so the body is read first. */
  async get(externalId: string, signal: AbortSignal): Promise<TaskStatus> {
    const found = await this.read(externalId, signal);
    if (!found) return forgotten(this.instance);
    const status = statusOfVideo(found);
    if (!status) throw readError('garbage', UNDOCUMENTED_RESPONSE);
    if (status.state !== 'succeeded') return status;
    // A server that uploads its outputs has no content.
    const link = found.url && /^https?:\/\//.test(found.url) ? found.url : this.videoUrl(externalId, '/content');
    return { ...status, ...this.http.output(link) };
  }

  /**
   * No server takes a reference. One that lists prompts is searched for a recent task with the same prompt; on a server of our own, a task
   * that is not found is submitted again, which costs seconds of its GPU and no money.
   */
  async findByRef(task: ProviderTask, since: Date, signal: AbortSignal): Promise<string | null | 'not_searchable'> {
    if (!this.dialect.listsPrompts) return this.instance.isOwn ? null : 'not_searchable';
    const url = this.http.url('/v1/videos', { limit: LISTED, order: 'desc' });
    const { text } = await this.http.read({ operation: 'list', url }, signal);
    const from = since.getTime() / 1_000 - CLOCK_MARGIN;
    const candidates = parseResponse(videoList, text).data.flatMap((each) => video.safeParse(each).data ?? []);
    const isOurs = ({ prompt, created_at, seconds }: Video) =>
      prompt === task.prompt && (created_at ?? 0) >= from && isSameLength(seconds, task.duration);
    return candidates.find(isOurs)?.id ?? null;
  }

  /** Deleting a task on a server that does not stop its work would only hide it. */
  async cancel(externalId: string, signal: AbortSignal): Promise<'accepted' | 'too_late' | 'unsupported'> {
    if (!this.dialect.cancels) return 'unsupported';
    const found = await this.read(externalId, signal);
    const state = found ? statusOfVideo(found)?.state : 'lost';
    if (state !== 'queued' && state !== 'running') return 'too_late';
    // 409: the cancellation is in progress; the next poll repeats it.
    const isKnown = (status: number) => status === 404 || status === 409;
    const url = this.videoUrl(externalId);
    await this.http.read({ operation: 'cancel', url, method: 'DELETE', isExpected: isKnown }, signal);
    return 'accepted';
  }

  async check(signal: AbortSignal): Promise<void> {
    await this.models(signal);
  }

  async describe(signal: AbortSignal): Promise<ServerFacts> {
    const models = await this.models(signal);
    return { software: `Videos API (${this.instance.dialect ?? 'generic'})`, models, devices: [] };
  }

  private async models(signal: AbortSignal): Promise<string[]> {
    const { text } = await this.http.read({ operation: 'check', url: this.http.url(this.dialect.models) }, signal);
    const served = servedModel.safeParse(parseJson(text)).data;
    return served ? [served.model_path] : parseResponse(modelList, text).data.map(({ id }) => id);
  }

  /** Null if the server does not know the video. @throws ProviderReadError */
  private async read(id: string, signal: AbortSignal): Promise<Video | null> {
    const url = this.videoUrl(id);
    const { status, text } = await this.http.read({ operation: 'get', url, isExpected: isAny }, signal);
    const { data } = video.safeParse(parseJson(text));
    if (data) return data;
    // A proxy before the server has other words for 404.
    if (status === 404 && isProblem(text)) return null;
    const isAnswer = status >= 200 && status < 300;
    throw readError(isAnswer ? 'garbage' : `http_${status}`, isAnswer ? UNDOCUMENTED_RESPONSE : errorMessageOf(text));
  }

  private videoUrl(id: string, part = ''): string {
    return this.http.url(`/v1/videos/${encodeURIComponent(id)}${part}`);
  }
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) {
      if (isDataUri(each)) {
        const { file, extension } = fileOf(each);
        form.append(name, file, `${name}.${extension}`);
      } else form.append(name, typeof each === 'object' ? JSON.stringify(each) : String(each));
    }
  }
  return form;
}

function isSameLength(seconds: Video['seconds'], duration: number | null): boolean {
  return seconds === null || seconds === undefined || duration === null || Number(seconds) === duration;
}
