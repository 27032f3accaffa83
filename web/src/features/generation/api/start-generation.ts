import type { ApiClient } from '../../../lib/api-client';
import type { DraftOptions } from '../../../shared/drafts/draft-store';

export interface GenerationInput extends DraftOptions {
  userId: string;
  prompt: string;
  planId?: string;
  /** The price shown to the user; the server rejects the request if it has changed. */
  expectedCredits: number;
  /** Link of an uploaded image that the video ends with. */
  lastImageUrl?: string;
  /** Links of uploaded images of what the video shows, or that are given with the image to change. */
  references?: string[];
}

export interface GenerationAccepted {
  request_id: string;
  credits: number;
  status: 'processing';
  /** Ids of the other results, if several were asked for at once. */
  siblings?: string[];
}

/** Starts images; all of them are accepted or none. @throws ApiError */
export function startImages(
  api: ApiClient,
  { userId: _userId, ...input }: GenerationInput & { count: number },
  imageUrl: string | null,
  idempotencyKey: string,
) {
  const body = { ...input, ...(imageUrl && { imageUrl }) };
  return api.call<GenerationAccepted>('/api/generate-images', { method: 'POST', body, idempotencyKey });
}

/**
 * Starts a video from a prompt and, if given, an image.
 *
 * @param imageUrl link of an uploaded image
 * @throws ApiError
 */
export function startGeneration(
  api: ApiClient,
  input: GenerationInput,
  imageUrl: string | null,
  idempotencyKey: string,
) {
  if (!imageUrl) return api.call<GenerationAccepted>('/api/generate', { method: 'POST', body: input, idempotencyKey });
  const body = { ...input, imageUrl };
  return api.call<GenerationAccepted>('/api/generate-from-image', { method: 'POST', body, idempotencyKey });
}
