import type { ApiClient } from '../../../lib/api-client';
import type { DraftOptions } from '../../../shared/drafts/draft-store';
import { seedOfVariation } from '../video-options';

/** What the user orders. */
export interface NewVideo {
  prompt: string;
  /** The plan, if one is a name for the duration and resolution. */
  planId?: string;
  /** Credits of one result, as shown. The server rejects the request if its price has changed. */
  credits: number;
  /** With the duration, which every video has. Images have none. */
  options: DraftOptions;
  /** How many results to make, each with its own request and hold. */
  count: number;
  /** The starting image of a repeated video; omitted by the form, whose image the page has. */
  image?: File | null;
  /** The image that the video ends with. */
  lastFrame?: File | null;
  /** Images of what the video shows. */
  references?: File[];
}

/** The addresses of the uploaded images that belong to an order. */
interface UploadedImages {
  image: string | null;
  lastFrame: string | null;
  references: string[];
}

const accepted = (api: ApiClient, path: string, body: object, idempotencyKey: string) =>
  api.call<{ request_id: string }>(path, { method: 'POST', body, idempotencyKey });

/** Starts all images of an order; all of them are accepted or none. @throws ApiError */
export function startImages(api: ApiClient, order: NewVideo, { image, references }: UploadedImages, key: string) {
  const { prompt, planId, credits, options, count } = order;
  const body = {
    ...{ prompt, ...(planId && { planId }), ...options, count, expectedCredits: credits * count },
    ...(references.length > 0 && { references }),
    ...(image && { imageUrl: image }),
  };
  return accepted(api, '/api/generate-images', body, key);
}

/**
 * Starts one video of an order. Each has a key and a seed of its own.
 *
 * @param index of the video in its order
 * @throws ApiError
 */
export function startVideo(
  api: ApiClient,
  { prompt, planId, credits, options: { seed, ...options }, count, userId }: NewVideo & { userId: string },
  index: number,
  { image, lastFrame, references }: UploadedImages,
  key: string,
) {
  const body = {
    ...{ userId, prompt, expectedCredits: credits, ...(planId && { planId }), ...options },
    ...(seed !== undefined && { seed: count > 1 ? seedOfVariation(seed, index) : seed }),
    ...(lastFrame && { lastImageUrl: lastFrame }),
    ...(references.length > 0 && { references }),
    ...(image && { imageUrl: image }),
  };
  return accepted(api, image ? '/api/generate-from-image' : '/api/generate', body, count > 1 ? `${key}-${index}` : key);
}
