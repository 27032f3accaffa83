import { z } from 'zod';
import { sharedOutput, shareLink } from '../generation/share-links';

export const shareLinkView = shareLink.omit({ token: true }).extend({ url: z.string() });
/** A share link as the owner of the request sees it. */
export type ShareLinkView = z.infer<typeof shareLinkView>;

export const sharedView = sharedOutput
  .omit({ ownerId: true, requestId: true })
  .omit({ outputKey: true, posterKey: true, smallKey: true, animationKey: true, isIndexed: true })
  /** They work as long as the link does. */
  .extend({
    outputUrl: z.string(),
    posterUrl: z.string().nullable(),
    /** A version for slow connections, and an animated image of the first seconds. Null until they are made. */
    smallUrl: z.string().nullable(),
    animationUrl: z.string().nullable(),
  });
/** The public view of a share link. */
export type SharedView = z.infer<typeof sharedView>;
