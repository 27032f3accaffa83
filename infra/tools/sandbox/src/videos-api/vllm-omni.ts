import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { constantTimeEqual } from '../constant-time-equal';
import { acceptForms } from '../gpu/forms';
import { GpuError } from '../gpu/gpu-error';
import type { GpuJob } from '../gpu/gpu-queue';
import { sendFile } from '../gpu/send-file';
import {
  detailed,
  durationOf,
  fieldsOf,
  hasFault,
  promptOfJob,
  sizeOf,
  type VideosServer,
  workOf,
} from './videos-server';

type ById = { Params: { id: string } };

const STATUS = {
  queued: 'queued',
  running: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
  canceled: 'failed',
};
const FAILURES: Partial<Record<GpuJob['directives']['outcome'], [code: number, message: string]>> = {
  input: [400, 'num_frames must be 4n + 1'],
  moderation: [400, 'The prompt was refused'],
  technical: [500, 'CUDA out of memory. Tried to allocate 2.50 GiB'],
};
/** How long the file of a completed video is missing. */
const LATE_MS = 1_000;

export function vllmError(status: number): GpuError {
  return new GpuError(status, { error: { message: `The server answers with ${status}`, type: 'Error', code: status } });
}

/** vLLM-Omni's Videos API: forms only, and a failed video is answered with the status of its error. */
export function vllmOmniRoutes(app: FastifyInstance, server: VideosServer, apiKey: string): void {
  const { queue } = server;
  acceptForms(app);
  app.addHook('onRequest', async ({ headers, url }) => {
    const [, key] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    if (url.includes('/v1/') && !(key && constantTimeEqual(key, apiKey))) throw vllmError(401);
  });

  app.post('/v1/videos', async ({ body, faults }) => {
    if (!(body instanceof FormData)) throw vllmError(400);
    const fields = await fieldsOf(body);
    if (!fields.prompt) throw detailed(422, [{ loc: ['body', 'prompt'], msg: 'Field required', type: 'missing' }]);
    if (fields.model !== undefined && fields.model !== server.model) {
      throw detailed(
        400,
        `Model mismatch: request specifies '${String(fields.model)}' but server is running '${server.model}'`,
      );
    }
    const job = queue.newJob(
      `video_gen_${randomBytes(16).toString('hex')}`,
      workOf(fields, { seconds: 4, fps: 16 }),
      faults,
    );
    queue.add(job);
    return videoOf(job, server);
  });

  app.get<{ Querystring: { limit?: string; order?: string } }>('/v1/videos', ({ query }) => {
    const newest = queue
      .all()
      .toReversed()
      .slice(0, Number(query.limit ?? 20));
    const data = (query.order === 'asc' ? newest.toReversed() : newest).map((job) => videoOf(job, server));
    return { object: 'list', data, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null, has_more: false };
  });

  app.get<ById>('/v1/videos/:id', ({ params }, reply) => {
    const job = known(server, params.id);
    if (job.state === 'failed') void reply.code(errorOf(job)[0]);
    return videoOf(job, server);
  });

  app.get<ById>('/v1/videos/:id/content', (request, reply) => {
    const job = known(server, request.params.id);
    if (job.state === 'failed') throw detailed(422, 'Video generation failed');
    const isLate = job.faults.includes('content_late') && Date.now() < (job.endedAt ?? 0) + LATE_MS;
    if (job.state !== 'succeeded') throw detailed(404, 'Generation is still in-progress');
    const isGone = isLate || hasFault(request, 'file_gone');
    if (isGone || !sendFile(request, reply, server.files, job.file, 'video/mp4'))
      throw detailed(404, 'Video file not found on disk');
    return reply;
  });

  app.delete<ById>('/v1/videos/:id', (request) => {
    const job = known(server, request.params.id);
    if (hasFault(request, 'delete_conflicts')) throw detailed(409, 'The cancellation is in progress');
    if (job.state === 'succeeded') server.files.remove(job.file);
    queue.cancel(job);
    queue.forget(job.id);
    return { id: job.id, deleted: true, object: 'video.deleted' };
  });

  app.get('/v1/models', () => ({ object: 'list', data: [{ id: server.model, object: 'model' }] }));
  app.get('/health', (_request, reply) => reply.code(200).send());
}

function known({ queue }: VideosServer, id: string): GpuJob {
  const job = queue.find(id);
  if (!job) throw detailed(404, 'Video not found');
  return job;
}

function errorOf({ faults, directives }: GpuJob): [code: number, message: string] {
  if (faults.includes('fails_as_404')) return [404, 'A reference was not found'];
  if (faults.includes('out_of_memory')) return FAILURES.technical!;
  return FAILURES[directives.outcome] ?? [500, 'The engine failed'];
}

function videoOf(job: GpuJob, { model }: VideosServer) {
  const [code, message] = errorOf(job);
  return {
    ...{ id: job.id, object: 'video', status: STATUS[job.state], model, prompt: promptOfJob(job), size: sizeOf(job) },
    ...{ progress: job.state === 'succeeded' ? 100 : 0, seconds: String(durationOf(job)), quality: 'standard' },
    created_at: Math.floor(job.createdAt / 1_000),
    completed_at: job.endedAt && Math.floor(job.endedAt / 1_000),
    error: job.state === 'failed' ? { code, message } : null,
    ...{
      expires_at: null,
      remixed_from_video_id: null,
      media_type: 'video/mp4',
      file_name: null,
      inference_time_s: null,
    },
  };
}
