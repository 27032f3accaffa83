import { z } from 'zod';
import { id, requestIds, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { MAX_ZIP_FILES } from './limits';
import { requestType } from './plans';

const zipEntry = z.object({
  requestId: id,
  type: requestType,
  /** Empty for a restoration. */
  prompt: z.string(),
  outputKey: z.string(),
  completedAt: timestamp,
});
/** An output in a ZIP file. */
export type ZipEntry = z.infer<typeof zipEntry>;

export const zipDownloadBody = z.object({ requestIds: requestIds(MAX_ZIP_FILES) });

export const zipDownloadCalls = {
  /**
   * Prepares the download of several outputs as one file, for a day. Requests without an output, or that are not in the user's
   * library, are left out; `not_found` if none is left.
   */
  createZipDownload: call('generation.createZipDownload', {
    input: zipDownloadBody.extend({ userId: id }),
    output: z.object({ id, files: z.int() }),
  }),
  /** The outputs that are still there, in the order of the selection. `not_found`, also after a day. */
  openZipDownload: call('generation.openZipDownload', {
    input: z.object({ id }),
    output: z.object({ ownerId: id, entries: z.array(zipEntry) }),
  }),
};
