import type { ApiClient } from '../../../lib/api-client';

export interface GenerationInput {
  userId: string;
  prompt: string;
  /** Seconds. */
  duration: number;
  planId: string;
  /** The price the person saw; the server refuses when it has changed. */
  expectedCredits: number;
}

export interface GenerationAccepted {
  request_id: string;
  credits: number;
  status: 'processing';
}

/** Asks for a video from a prompt, and where one is given from an image. @throws ApiError */
export function startGeneration(api: ApiClient, input: GenerationInput, image: File | null, idempotencyKey: string) {
  if (!image) return api.call<GenerationAccepted>('/api/generate', { method: 'POST', body: input, idempotencyKey });
  const body = new FormData();
  // Before the file, as servers that read a form piece by piece like it.
  for (const [field, value] of Object.entries(input)) body.append(field, String(value));
  body.append('image', image, image.name);
  return api.call<GenerationAccepted>('/api/generate-image-video', { method: 'POST', body, idempotencyKey });
}
