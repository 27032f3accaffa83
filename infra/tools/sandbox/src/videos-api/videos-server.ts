import type { FastifyRequest } from 'fastify';
import { GpuError } from '../gpu/gpu-error';
import { type GpuJob, GpuQueue } from '../gpu/gpu-queue';
import type { OutputFiles } from '../videos/output-files';
import { promptWith, type Work } from '../videos/work';
import { dataUriOf } from '../gpu/forms';

/** A server with one model and the routes of OpenAI's Videos API. */
export class VideosServer {
  readonly queue: GpuQueue<GpuJob>;

  constructor(
    readonly files: OutputFiles,
    secondsPerVideo: number,
    readonly model: string,
  ) {
    this.queue = new GpuQueue(files, secondsPerVideo);
  }
}

export const hasFault = ({ faults }: FastifyRequest, fault: string) => faults.some(({ name }) => name === fault);

export const detailed = (status: number, detail: unknown) => new GpuError(status, { detail });

/** The fields of a form or of a JSON body; files become data URIs. */
export async function fieldsOf(body: unknown): Promise<Record<string, unknown>> {
  if (!(body instanceof FormData)) return (body ?? {}) as Record<string, unknown>;
  const fields: Record<string, unknown> = {};
  for (const [name, value] of body) fields[name] = typeof value === 'string' ? value : await dataUriOf(value);
  return fields;
}

export function workOf(fields: Record<string, unknown>, defaults: { seconds: number; fps: number }): Work {
  const { prompt, size, input_reference, image_url, negative_prompt, seed } = fields;
  const text = typeof size === 'string' ? size : `${Number(fields.width ?? 832)}x${Number(fields.height ?? 480)}`;
  const [width = 832, height = 480] = text.split('x').map(Number);
  const framesPerSecond = Number(fields.fps ?? defaults.fps);
  const frames = fields.num_frames === undefined ? undefined : Number(fields.num_frames);
  const duration = frames
    ? Math.max(1, Math.round(frames / framesPerSecond))
    : Number(fields.seconds ?? defaults.seconds);
  return {
    kind: 'video',
    prompt: promptWith(String(prompt), negative_prompt === undefined ? undefined : String(negative_prompt)),
    ...{ duration, size: { width, height }, resolution: `${Math.min(width, height)}p`, framesPerSecond },
    image: (input_reference ?? image_url) as string | undefined,
    ...(seed !== undefined && { seed: Number(seed) }),
  };
}

export function sizeOf(job: GpuJob): string | null {
  const size = job.work.kind === 'video' ? job.work.size : undefined;
  return size ? `${size.width}x${size.height}` : null;
}

export const durationOf = (job: GpuJob) => (job.work.kind === 'video' ? job.work.duration : 0);
export const promptOfJob = (job: GpuJob) => (job.work.kind === 'video' ? job.work.prompt : '');
