import type { ApiClient } from '../../../lib/api-client';

export interface GenerationInput {
  userId: string;
  prompt: string;
  /** Seconds. */
  duration: number;
  planId: string;
  /** The price shown to the user; the server rejects the request if it has changed. */
  expectedCredits: number;
}

export interface GenerationAccepted {
  request_id: string;
  credits: number;
  status: 'processing';
}

/** Starts a video from a prompt and, if given, an image. @throws ApiError */
export function startGeneration(api: ApiClient, input: GenerationInput, image: File | null, idempotencyKey: string) {
  if (!image) return api.call<GenerationAccepted>('/api/generate', { method: 'POST', body: input, idempotencyKey });
  const body = new FormData();
  // Fields go before the file so that the server knows them when it streams the file.
  for (const [field, value] of Object.entries(input)) body.append(field, String(value));
  body.append('image', image, image.name);
  return api.call<GenerationAccepted>('/api/generate-image-video', { method: 'POST', body, idempotencyKey });
}
