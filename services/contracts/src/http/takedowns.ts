import { z } from 'zod';
import { id, timestamp } from '../messages/fields';

export const accountWithTakedowns = z.object({
  user_id: id,
  /** Null for a guest, and for an account that was deleted. */
  email: z.string().nullable(),
  takedowns: z.int(),
  latest_at: timestamp,
});
export type AccountWithTakedowns = z.infer<typeof accountWithTakedowns>;
