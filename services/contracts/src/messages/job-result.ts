import { z } from 'zod';

export const jobResult = z.discriminatedUnion('action', [
  z.object({ action: z.literal('done') }),
  z.object({ action: z.literal('reschedule'), delayMs: z.number() }),
]);
/** The result of a job handler: the queue entry is removed, or runs again after a delay. */
export type JobResult = z.infer<typeof jobResult>;
