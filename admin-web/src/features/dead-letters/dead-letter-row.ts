import type { DeadLetter } from '@luit/contracts/operations/dead-letters';

export const DEAD_LETTERS_PATH = '/api/admin/dead-letters';

/** A message that could not be published or handled, with the service that stores it. */
export type DeadLetterRow = DeadLetter & { service: 'auth' | 'billing' | 'generation' };
