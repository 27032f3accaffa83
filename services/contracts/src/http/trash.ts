import { z } from 'zod';
import { timestamp } from '../messages/fields';
import { requestView } from './requests';

export const trashedView = z.object({
  request: requestView,
  /** When its files and texts are erased. */
  eraseAt: timestamp,
});
/** A request in the trash as its owner sees it. */
export type TrashedView = z.infer<typeof trashedView>;
