import { z } from 'zod';
import type { Balance } from '../billing/balances';
import { requestRecord } from '../generation/requests';

/** Links to files are signed and expire after one to two hours. */
const link = z.string().nullable();

export const requestView = requestRecord
  .omit({ userId: true, outputKey: true, posterKey: true, imageKey: true, lastImageKey: true, lateOutputKey: true })
  .omit({ referenceKeys: true, metadata: true, remixOf: true })
  .extend({
    /** The same as `id`. */
    request_id: requestRecord.shape.id,
    outputUrl: link,
    /** The same as `outputUrl` for videos, otherwise null. */
    videoUrl: link,
    /** The input image. */
    image_url: link,
    /** The same as `image_url`. */
    imageUrl: link,
    /** The image that the video ends with. */
    lastImageUrl: link,
    /** Images of what the video shows. */
    references: z.array(z.string()),
    posterUrl: link,
    /** A result that arrived after the request had failed. */
    lateOutput: link,
  });
/** A request as its owner sees it. */
export type RequestView = z.infer<typeof requestView>;

export const acceptedRequest = z.object({
  request_id: requestRecord.shape.id,
  /** Of all results. */
  credits: z.number(),
  status: z.literal('processing'),
  /** Ids of the other results, if several were asked for at once. */
  siblings: z.array(z.string()).optional(),
});
export const acceptedImageRequest = acceptedRequest.extend({ image_url: link });

/** The acknowledgment of the live event `sync`. */
export interface SyncAnswer {
  requests: RequestView[];
  credits: Balance;
}
