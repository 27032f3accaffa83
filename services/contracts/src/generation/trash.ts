import { z } from 'zod';
import { empty, id, opaqueCursor, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { ofUser, requestRecord } from './requests';

const trashedRequest = z.object({
  request: requestRecord,
  /** When its files and texts are erased. */
  eraseAt: timestamp,
});
export type TrashedRequest = z.infer<typeof trashedRequest>;

export const trashCalls = {
  /**
   * Moves a finished request from its owner's library to the trash, where it stays for `TRASH_DAYS`. `not_found`; `conflict` while it
   * is in flight. Idempotent.
   */
  moveToTrash: call('generation.moveToTrash', { input: ofUser, output: z.object({ eraseAt: timestamp }) }),
  /** Puts a request back into the library. `not_found` if it is in neither. Idempotent. */
  takeFromTrash: call('generation.takeFromTrash', { input: ofUser, output: empty }),
  /** The user's trash, newest request first. */
  listTrash: call('generation.listTrash', {
    input: z.object({ userId: id, limit: z.int().min(1), cursor: opaqueCursor }),
    output: z.object({ items: z.array(trashedRequest), nextCursor: z.string().nullable() }),
  }),
};
