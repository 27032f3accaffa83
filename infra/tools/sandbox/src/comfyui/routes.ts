import type { FastifyInstance, FastifyRequest } from 'fastify';
import { dataUriOf, acceptForms } from '../gpu/forms';
import { FILES } from '../gpu/graph';
import { GpuError } from '../gpu/gpu-error';
import { sendFile } from '../gpu/send-file';
import { type ComfyJob, type ComfyUi, errorOf, messagesOf } from './comfyui';

type ById = { Params: { id: string } };

const JOB_STATUS = {
  queued: 'pending',
  running: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
  canceled: 'cancelled',
};

/** ComfyUI's routes, without authentication. */
export function comfyUiRoutes(app: FastifyInstance, comfy: ComfyUi): void {
  const { queue } = comfy;
  acceptForms(app);
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (headers.origin && new URL(headers.origin).host !== headers.host) return reply.code(403).send();
  });

  app.post<{ Body: Record<string, unknown> }>('/prompt', ({ body, faults }) => comfy.submit(body, faults));
  app.get('/prompt', () => ({ exec_info: { queue_remaining: queue.live().length } }));

  app.get('/queue', () => ({
    queue_running: queue
      .live()
      .filter(({ state }) => state === 'running')
      .map(itemOf),
    queue_pending: queue
      .live()
      .filter(({ state }) => state === 'queued')
      .map(itemOf),
  }));
  app.post<{ Body: { delete?: string[]; clear?: boolean } }>('/queue', ({ body }, reply) => {
    const deleted = queue
      .live()
      .filter(({ id, state }) => state === 'queued' && (body.clear || body.delete?.includes(id)));
    for (const job of deleted) {
      queue.cancel(job);
      queue.forget(job.id);
    }
    return reply.code(200).send();
  });
  app.post<{ Body: { prompt_id?: string } | undefined }>('/interrupt', ({ body }, reply) => {
    const running = queue.live().find(({ state }) => state === 'running');
    const isMeant = body?.prompt_id === undefined || running?.id === body.prompt_id;
    if (running && isMeant) queue.cancel(running);
    return reply.code(200).send();
  });

  app.get<ById>('/history/:id', ({ params }) => {
    const job = comfy.finished(params.id);
    return job ? { [job.id]: historyOf(job) } : {};
  });

  app.get<{ Querystring: { filename?: string; subfolder?: string; type?: string } }>(
    '/view',
    async (request, reply) => {
      const { filename = '', subfolder = '' } = request.query;
      if (filename.startsWith('/') || filename.includes('..')) return reply.code(400).send();
      const file = comfy.fileOf(subfolder, filename);
      const isGone = request.faults.some(({ name }) => name === 'file_gone');
      const type = filename.endsWith('.mp4') ? 'video/mp4' : 'image/png';
      if (!file || isGone || !sendFile(request, reply, comfy.files, file, type)) return reply.code(404).send();
      return reply;
    },
  );

  app.post('/upload/image', async (request) => {
    const form = formOf(request);
    const image = form.get('image');
    if (!(image instanceof File)) throw new GpuError(400, {});
    const subfolder = String(form.get('subfolder') ?? '');
    const name = comfy.upload(subfolder, image.name, await dataUriOf(image));
    return { name, subfolder, type: 'input', ...(comfy.isNew && { asset: { id: name } }) };
  });

  app.get('/system_stats', () => ({
    system: { os: 'posix', comfyui_version: comfy.isNew ? '0.10.0' : '0.3.64', python_version: '3.12.3' },
    devices: [
      {
        name: 'cuda:0 NVIDIA GeForce RTX 4090',
        type: 'cuda',
        index: 0,
        vram_total: 25_757_220_864,
        vram_free: 25_326_256_128,
      },
    ],
  }));
  app.get<{ Params: { folder: string } }>('/models/:folder', ({ params }, reply) =>
    reply.send({ checkpoints: FILES.ckpt_name, diffusion_models: FILES.unet_name }[params.folder] ?? []),
  );
  if (comfy.isNew) jobRoutes(app, comfy);
}

function jobRoutes(app: FastifyInstance, comfy: ComfyUi): void {
  const { queue } = comfy;
  app.get<ById>('/api/jobs/:id', ({ params }) => {
    const job = queue.live().find(({ id }) => id === params.id) ?? comfy.finished(params.id);
    if (!job) throw new GpuError(404, { error: 'Job not found' });
    return {
      ...{
        id: job.id,
        status: JOB_STATUS[job.state],
        priority: job.number,
        create_time: job.createdAt,
        outputs: job.results,
      },
      ...(job.state === 'failed' && {
        execution_error: { ...errorOf(job), node_id: '1', node_type: job.graph['1']?.class_type },
      }),
    };
  });
  app.post<ById>('/api/jobs/:id/cancel', ({ params }) => {
    const job = queue.live().find(({ id }) => id === params.id);
    if (job) queue.cancel(job);
    return { cancelled: job !== undefined };
  });
}

function formOf({ body }: FastifyRequest): FormData {
  if (body instanceof FormData) return body;
  throw new GpuError(400, {});
}

const itemOf = (job: ComfyJob) => [job.number, job.id, job.graph, job.extraData, job.outputs];

function historyOf(job: ComfyJob) {
  const isSuccess = job.state === 'succeeded';
  return {
    prompt: itemOf(job),
    outputs: job.results,
    status: { status_str: isSuccess ? 'success' : 'error', completed: isSuccess, messages: messagesOf(job) },
    meta: {},
  };
}
