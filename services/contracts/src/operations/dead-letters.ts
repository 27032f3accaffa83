import { operatorReason } from '../auth/audit-log';
import { z } from 'zod';
import { pageLimit } from '../messages/query-fields';
import { empty, id, optional, timestamp } from '../messages/fields';
import { call, type StoringService } from '../messages/message';

export const DEAD_LETTER_SERVICES = ['auth', 'billing', 'generation'] as const satisfies StoringService[];

/**
 * Why a message was set aside: no contract of this release has its name (`undeclared`), it does not match its contract
 * (`invalid`), it is too large for a queue (`too_large`), its handler failed at every attempt
 * (`failed`), or a subscriber has not acknowledged it for two days (`unacknowledged`).
 */
const deadLetterReason = z.enum(['undeclared', 'invalid', 'too_large', 'failed', 'unacknowledged']);
export type DeadLetterReason = z.infer<typeof deadLetterReason>;

export const deadLetter = z.object({
  id,
  /** The cause: the relay could not publish it, or a consumer could not handle it. */
  source: z.enum(['outbox', 'queue']),
  kind: z.enum(['event', 'job']),
  /** Name of the event or job. */
  name: z.string(),
  /** Id of the event or of the queue entry. */
  entryId: z.string(),
  reason: deadLetterReason,
  error: z.string(),
  attempts: z.int(),
  /** Its fields without texts: ids, numbers, and the lengths of texts. */
  preview: z.string(),
  firstSeenAt: timestamp,
  setAsideAt: timestamp,
  /** Null unless an operator had it replayed and it is not handled yet. */
  replayedAt: timestamp.nullable(),
});
/** A message that could not be published or handled, and that no longer holds up the messages behind it. */
export type DeadLetter = z.infer<typeof deadLetter>;

export const deadLettersQuery = z.object({ limit: pageLimit, service: optional(z.enum(DEAD_LETTER_SERVICES)) });
export type DeadLettersQuery = z.infer<typeof deadLettersQuery>;

const decision = z.object({ id, adminId: id, reason: operatorReason });

const callsOf = <Service extends StoringService>(service: Service) => ({
  /** The newest ones. */
  list: call(`${service}.listDeadLetters`, {
    isForOperators: true,
    input: deadLettersQuery.pick({ limit: true }),
    output: z.object({ items: z.array(deadLetter), total: z.int() }),
  }),
  /** Publishes or delivers it again; an event takes effect once. `not_found`, and `conflict` if its payload is unreadable. */
  replay: call(`${service}.replayDeadLetter`, { input: decision, output: empty }),
  /** Deletes it; an event counts as handled. `not_found` */
  discard: call(`${service}.discardDeadLetter`, { input: decision, output: empty }),
  /**
   * Stores the entry of a job that the worker, which has no database, cannot read. Idempotent by entry. The service enqueues the job again
   * if it still has to run.
   */
  record: call(`${service}.recordDeadLetter`, {
    input: z.object({ queue: z.string(), entryId: z.string(), error: z.string() }),
    output: empty,
  }),
});

export const deadLetterCalls = {
  auth: callsOf('auth'),
  billing: callsOf('billing'),
  generation: callsOf('generation'),
};
