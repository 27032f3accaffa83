import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { broadcast, call, job } from '../messages/message';

export const erasureCalls = {
  /**
   * Cancels the user's unfinished requests where that is possible. Idempotent; repeated until it returns zero requests that
   * have not finished yet.
   */
  cancelUserRequests: call('generation.cancelUserRequests', {
    input: z.object({ userId: id }),
    output: z.object({ unfinished: z.number() }),
  }),
  /**
   * Erases the files and texts of the user's requests; the requests themselves stay as a record of paid work. Idempotent; repeated until it
   * returns zero requests with files or texts.
   */
  eraseRequests: call('generation.eraseRequests', {
    input: z.object({ userId: id }),
    output: z.object({ left: z.number() }),
  }),
  /**
   * Storage keys of a request that is to be erased; null where it is not, or was. `keptKeys` are files that stay, because operators may
   * have to look at them.
   */
  listErasableFiles: call('generation.listErasableFiles', {
    input: z.object({ requestId: z.string() }),
    output: z.object({ keys: z.array(z.string()).nullable(), keptKeys: z.array(z.string()) }),
  }),
  /** Returns which of these images, at most 500, no request uses. */
  listUnusedImages: call('generation.listUnusedImages', {
    input: z.object({ keys: z.array(z.string()) }),
    output: z.object({ keys: z.array(z.string()) }),
  }),
  recordErased: call('generation.recordErased', { input: z.object({ requestId: z.string() }), output: empty }),
};

export const erasureBroadcasts = {
  /** These requests were deleted or are being erased: no one may see them anymore. */
  requestsErased: broadcast('generation.requestsErased', z.object({ requestIds: z.array(id) })),
};

/** Removes the files of a request that is to be erased. */
export const eraseJob = job('erase', 'worker', 'generation');
