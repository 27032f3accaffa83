import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ComfyJob, ComfyUi } from '../comfyui/comfyui';
import { acceptForms, dataUriOf } from '../gpu/forms';
import type { Graph } from '../gpu/graph';
import { GpuError } from '../gpu/gpu-error';
import { sendFile } from '../gpu/send-file';

type ById = { Params: { id: string } };
interface Submission {
  workflow?: Graph;
  metadata?: string;
}

const RETENTION_MS = 24 * 3_600_000;
const SLOW_CANCEL_MS = 10_000;

/** What the proxy remembers of a job. */
interface ProxyJob {
  id: string;
  metadata: string | undefined;
  createdAt: number;
  cancelsAt: number | null;
}

/** The proxy with Comfy API v2 before a ComfyUI. */
export class ComfyProxy {
  readonly jobs = new Map<string, ProxyJob>();
  readonly keys = new Set<string>();
  /** Names of uploaded images by asset. */
  readonly assets = new Map<string, string>();

  constructor(readonly comfy: ComfyUi) {}
}

export function comfyV2Error(status: number): GpuError {
  const codes: Record<number, string> = {
    401: 'unauthorized',
    402: 'insufficient_credits',
    404: 'not_found',
    429: 'queue_full',
  };
  return problem(status, codes[status] ?? 'upstream_error', `The server answers with ${status}`);
}

export function comfyV2Routes(app: FastifyInstance, proxy: ComfyProxy): void {
  const { comfy, jobs, keys, assets } = proxy;
  const has = ({ faults }: FastifyRequest, fault: string) => faults.some(({ name }) => name === fault);
  acceptForms(app);

  app.post<{ Body: Submission }>('/api/v2/jobs', (request, reply) => {
    const { workflow, metadata, ...others } = request.body;
    const [unknown] = Object.keys(others);
    if (unknown) throw problem(422, 'invalid_request', `Unknown field: ${unknown}`);
    if (!workflow) throw problem(422, 'invalid_workflow', "Missing 'workflow' (API-format graph).");
    if ('nodes' in workflow) throw problem(422, 'workflow_format_ui', 'Export the workflow in API format.');
    const key = request.headers['idempotency-key']?.toString();
    if (key && keys.has(key))
      throw problem(422, 'idempotency_key_reuse', 'This Idempotency-Key has already been used.');
    const id = randomUUID();
    try {
      comfy.submit({ prompt: withAssets(workflow, assets), prompt_id: id }, request.faults);
    } catch (error) {
      if (!(error instanceof GpuError)) throw error;
      const { error: cause, node_errors } = error.body as { error: { message: string }; node_errors: object };
      throw problem(422, 'invalid_workflow', cause.message, { node_errors });
    }
    if (key) keys.add(key);
    jobs.set(id, { id, metadata, createdAt: Date.now(), cancelsAt: null });
    return reply.code(201).send(jobOf(request, proxy, known(proxy, id)));
  });

  app.get<{ Querystring: { limit?: string } }>('/api/v2/jobs', (request) => {
    const limit = Number(request.query.limit ?? 50);
    if (!(limit >= 1 && limit <= 100)) throw problem(400, 'invalid_request', "'limit' must be between 1 and 100.");
    const newest = [...jobs.values()].reverse().slice(0, limit);
    return { jobs: newest.map((job) => jobOf(request, proxy, job)), truncated: false };
  });
  app.get<ById>('/api/v2/jobs/:id', (request) => jobOf(request, proxy, known(proxy, request.params.id)));

  app.post<ById>('/api/v2/jobs/:id/cancel', (request) => {
    const job = known(proxy, request.params.id);
    const isIgnored = has(request, 'ignores_cancel');
    const running = isIgnored ? undefined : comfy.queue.live().find(({ id }) => id === job.id);
    if (running && has(request, 'slow_cancel')) {
      job.cancelsAt = Date.now() + SLOW_CANCEL_MS;
      void delay(SLOW_CANCEL_MS, undefined, { ref: false }).then(() => comfy.queue.cancel(running));
    } else if (running) comfy.queue.cancel(running);
    return jobOf(request, proxy, job);
  });

  app.post('/api/v2/assets', async ({ body }, reply) => {
    const file = body instanceof FormData ? body.get('file') : null;
    if (!(file instanceof File) || !(body instanceof FormData) || !body.get('file_path')) {
      throw problem(422, 'invalid_request', "Missing 'file' part.");
    }
    const id = randomUUID();
    assets.set(id, comfy.upload('', file.name, await dataUriOf(file)));
    return reply.code(201).send({ id, hash: null, size_bytes: file.size, content_type: file.type, created_new: true });
  });

  app.get<ById>('/api/v2/assets/:id/content', (request, reply) => {
    const { id } = request.params;
    if (has(request, 'file_gone')) throw problem(404, 'output_unavailable', 'The file is gone.');
    // Signed addresses need no credential, and are on another host.
    if (has(request, 'redirects_content'))
      return reply.redirect(`http://localhost:${request.port}/comfy-v2/signed/${id}`);
    if (!sendFile(request, reply, comfy.files, id, 'video/mp4')) throw comfyV2Error(404);
    return reply;
  });
  app.get<ById>('/signed/:id', (request, reply) => {
    if (!sendFile(request, reply, comfy.files, request.params.id, 'video/mp4')) throw comfyV2Error(404);
    return reply;
  });
  app.get('/api/v2/health', () => ({ status: 'healthy', upstream: 'http://127.0.0.1:8188' }));
}

function withAssets(graph: Graph, assets: Map<string, string>): Graph {
  const missing: string[] = [];
  const resolved = structuredClone(graph);
  for (const { inputs } of Object.values(resolved)) {
    for (const [name, value] of Object.entries(inputs)) {
      const reference = value as { __type?: string; info?: { id: string } } | null;
      if (reference?.__type !== 'core/ASSET') continue;
      const asset = assets.get(reference.info?.id ?? '');
      if (!asset) missing.push(reference.info?.id ?? '');
      inputs[name] = asset;
    }
  }
  if (missing.length > 0)
    throw problem(422, 'missing_asset', `Unresolvable core/ASSET reference(s): ${missing.join(', ')}`);
  return resolved;
}

function known({ jobs }: ComfyProxy, id: string): ProxyJob {
  const job = jobs.get(id);
  if (!job) throw problem(404, 'not_found', `No job ${id}.`);
  return job;
}

/** A job that the ComfyUI behind the proxy forgot is called expired. Outputs appear before the end. */
function jobOf(request: FastifyRequest, { comfy }: ComfyProxy, { id, metadata, createdAt, cancelsAt }: ProxyJob) {
  const job = comfy.queue.live().find((each) => each.id === id) ?? comfy.finished(id);
  const origin = request.faults.some(({ name }) => name === 'relative_links') ? '' : `http://${request.headers.host}`;
  const self = `${origin}/comfy-v2/api/v2/jobs/${id}`;
  const isCanceling = cancelsAt !== null && job?.state === 'running';
  const hasOutput = job && (job.state === 'succeeded' || (job.state === 'running' && job.progress > 0.5));
  const content = `${origin}/comfy-v2/api/v2/assets/${job?.file}/content`;
  const output = {
    ...{ node_id: job?.outputs[0], name: 'video_00001_.mp4', type: 'image', content_type: 'video/mp4', size_bytes: 0 },
    ...{ id: job?.file, hash: null, url: content, job_id: id },
  };
  return {
    id,
    status: isCanceling ? 'canceling' : (job?.state ?? 'expired'),
    created_at: new Date(createdAt).toISOString(),
    expires_at: new Date(createdAt + RETENTION_MS).toISOString(),
    progress: job?.state === 'running' ? { value: job.progress, nodes_done: 0, nodes_total: 3 } : null,
    outputs: hasOutput ? [output] : [],
    error: job?.state === 'failed' ? errorOf(job) : null,
    outputs_reused: job?.isCached ?? false,
    urls: { self, events: `${self}/events`, cancel: `${self}/cancel` },
    ...(metadata !== undefined && { metadata }),
  };
}

function errorOf({ faults, directives, graph }: ComfyJob) {
  const isMemory = faults.includes('out_of_memory') || directives.outcome === 'technical';
  const message = isMemory ? 'torch.OutOfMemoryError: Allocation on device' : 'The input is not usable';
  return { code: 'node_execution_error', message, node_id: '1', class_type: graph['1']?.class_type, traceback: null };
}

function problem(status: number, code: string, message: string, details: object = {}): GpuError {
  return new GpuError(status, { error: { code, message, details } });
}
