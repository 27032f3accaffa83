import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { call } from '../messages/message';

export const favoriteCalls = {
  /** Marks a request as a favorite of its owner, or no longer. Idempotent. `not_found` unless it is in their library. */
  setFavorite: call('generation.setFavorite', {
    input: z.object({ userId: id, requestId: z.string(), isFavorite: z.boolean() }),
    output: empty,
  }),
};
