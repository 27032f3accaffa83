import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { acceptForms } from '../gpu/forms';
import type { GpuJob } from '../gpu/gpu-queue';
import { sendFile } from '../gpu/send-file';
import { detailed, durationOf, fieldsOf, hasFault, sizeOf, type VideosServer, workOf } from './videos-server';

type ById = { Params: { id: string } };

/** There is no state for a running video. */
const STATUS = { queued: 'queued', running: 'queued', succeeded: 'completed', failed: 'failed', canceled: 'failed' };

/** SGLang Diffusion's Videos API. Deleting a video forgets its record only: the GPU goes on. */
export function sglangRoutes(app: FastifyInstance, server: VideosServer): void {
  const { queue } = server;
  acceptForms(app);

  app.post('/v1/videos', async (request) => {
    const fields = await fieldsOf(request.body);
    if (!fields.prompt) throw detailed(400, 'prompt is required');
    const job = queue.newJob(randomUUID(), workOf(fields, { seconds: 4, fps: 24 }), request.faults);
    queue.add(job);
    return videoOf(job, request.headers.host);
  });

  app.get<{ Querystring: { limit?: string } }>('/v1/videos', ({ query, headers }) => ({
    data: queue
      .all()
      .toReversed()
      .slice(0, Number(query.limit ?? 20))
      .map((job) => videoOf(job, headers.host)),
  }));
  app.get<ById>('/v1/videos/:id', ({ params, headers }) => videoOf(known(server, params.id), headers.host));

  app.get<ById>('/v1/videos/:id/content', (request, reply) => {
    const job = known(server, request.params.id);
    if (job.faults.includes('cloud_storage'))
      throw detailed(400, `Video has been uploaded to ${linkOf(job, request.headers.host)}`);
    if (job.state !== 'succeeded') throw detailed(404, 'Generation is still in-progress');
    const isGone = hasFault(request, 'file_gone');
    if (isGone || !sendFile(request, reply, server.files, job.file, 'video/mp4'))
      throw detailed(404, 'Video file not found');
    return reply;
  });
  app.delete<ById>('/v1/videos/:id', ({ params, headers }) => {
    const job = known(server, params.id);
    queue.forget(job.id);
    return { ...videoOf(job, headers.host), status: 'deleted' };
  });

  app.get<ById>('/uploaded/:id', (request, reply) => {
    if (!sendFile(request, reply, server.files, request.params.id, 'video/mp4')) throw detailed(404, 'Not Found');
    return reply;
  });
  app.get('/health', () => ({ status: 'ok' }));
  app.get('/models', () => ({ model_path: server.model, task_type: 'T2V', pipeline_name: 'WanPipeline', num_gpus: 1 }));
}

function known({ queue }: VideosServer, id: string): GpuJob {
  const job = queue.find(id);
  if (!job) throw detailed(404, 'Video not found');
  return job;
}

const linkOf = (job: GpuJob, host: string | undefined) => `http://${host}/sglang/uploaded/${job.file}`;

function videoOf(job: GpuJob, host: string | undefined) {
  const isUploaded = job.faults.includes('cloud_storage') && job.state === 'succeeded';
  return {
    ...{
      id: job.id,
      object: 'video',
      model: 'sora-2',
      status: STATUS[job.state],
      size: sizeOf(job),
      quality: 'standard',
    },
    ...{ progress: job.state === 'succeeded' ? 100 : 0, seconds: String(durationOf(job)) },
    created_at: Math.floor(job.createdAt / 1_000),
    // A path on the server.
    file_path: `/sgl-workspace/outputs/${job.id}.mp4`,
    ...(isUploaded && { url: linkOf(job, host) }),
    ...(job.state === 'failed' && { error: { message: 'The engine failed' } }),
  };
}
