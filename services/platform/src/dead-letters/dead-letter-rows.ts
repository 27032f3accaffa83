import type { DeadLetter } from '@luit/contracts/operations/dead-letters';
import type { WithDates } from '../database/iso-times';

/** A dead letter as `DEAD_LETTER_COLUMNS` select it. */
export type DeadLetterRow = WithDates<Omit<DeadLetter, 'preview'>, 'firstSeenAt' | 'setAsideAt' | 'replayedAt'> & {
  payload: unknown;
  correlation: string | null;
};

export const DEAD_LETTER_COLUMNS = `id, source, kind, name, entry_id AS "entryId", payload, correlation, reason, error, attempts,
  first_seen_at AS "firstSeenAt", set_aside_at AS "setAsideAt", replayed_at AS "replayedAt"`;
