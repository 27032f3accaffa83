import { z } from 'zod';
import { cursor, empty, id, pageSize, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { isStorable } from '../messages/storable-text';
import {
  COLLECTION_NAME_REQUIRED,
  COLLECTION_NAME_TOO_LONG,
  MAX_COLLECTION_CHANGES,
  MAX_COLLECTION_NAME_CHARACTERS,
} from './limits';

const name = z
  .string()
  .normalize()
  .trim()
  .min(1, COLLECTION_NAME_REQUIRED)
  .refine((text) => [...text].length <= MAX_COLLECTION_NAME_CHARACTERS, COLLECTION_NAME_TOO_LONG)
  .refine(isStorable, COLLECTION_NAME_REQUIRED);

export const collection = z.object({
  id,
  name: z.string(),
  /** Requests in it, without those in the trash. */
  size: z.int(),
  createdAt: timestamp,
});
/** A named group of requests in a library. */
export type Collection = z.infer<typeof collection>;

/** The id of a collection comes from a URL: one that is not a UUID is `not_found`. */
const ofCollection = z.object({ userId: id, collectionId: z.string() });
const itemChanges = ofCollection.extend({ requestIds: z.array(id).min(1).max(MAX_COLLECTION_CHANGES) });

/** Collections of other accounts are `not_found`. */
export const collectionCalls = {
  /** All of an account, by name. */
  listCollections: call('generation.listCollections', {
    input: z.object({ userId: id }),
    output: z.object({ collections: z.array(collection) }),
  }),
  /** `conflict` if the account has one of this name, whatever its case, or too many. */
  createCollection: call('generation.createCollection', { input: z.object({ userId: id, name }), output: collection }),
  /** `not_found`; `conflict` if the account has another one of this name. */
  renameCollection: call('generation.renameCollection', { input: ofCollection.extend({ name }), output: collection }),
  /** The requests stay in the library. `not_found`. */
  deleteCollection: call('generation.deleteCollection', { input: ofCollection, output: empty }),
  /**
   * Leaves out requests that are not in the library of the account. Idempotent. `not_found` for the collection, or if no request is left;
   * `conflict` if the collection would become too large.
   */
  addToCollection: call('generation.addToCollection', { input: itemChanges, output: collection }),
  /** Idempotent. `not_found` for the collection. */
  removeFromCollection: call('generation.removeFromCollection', { input: itemChanges, output: collection }),
  /** Ids of the requests in a collection, those in the trash included, newest first. `not_found`. */
  listCollectionItems: call('generation.listCollectionItems', {
    input: ofCollection.extend({ limit: pageSize, cursor }),
    output: z.object({ requestIds: z.array(id), nextCursor: id.nullable() }),
  }),
};
