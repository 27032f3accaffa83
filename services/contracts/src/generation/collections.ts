import { z } from 'zod';
import { cursor, empty, id, pageSize, requestIds, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { nameText } from '../messages/name-text';
import {
  COLLECTION_NAME_REQUIRED,
  COLLECTION_NAME_TOO_LONG,
  MAX_COLLECTION_CHANGES,
  MAX_COLLECTION_NAME_CHARACTERS,
} from './limits';

export const collectionBody = z.object({
  name: nameText(MAX_COLLECTION_NAME_CHARACTERS, {
    required: COLLECTION_NAME_REQUIRED,
    tooLong: COLLECTION_NAME_TOO_LONG,
  }).describe('Unique among the collections of the account, whatever its case'),
});
export const collectionItemsBody = z.object({ requestIds: requestIds(MAX_COLLECTION_CHANGES) });

export const collection = z.object({
  id,
  name: z.string(),
  /** Requests in the collection, excluding the trash. */
  size: z.int(),
  createdAt: timestamp,
});
/** A named group of requests in a library. */
export type Collection = z.infer<typeof collection>;

/** The id of a collection comes from a URL: one that is not a UUID is `not_found`. */
const ofCollection = z.object({ userId: id, collectionId: z.string() });
const itemChanges = collectionItemsBody.extend(ofCollection.shape);

/** Collections of other accounts are `not_found`. */
export const collectionCalls = {
  /** All of an account, by name. */
  listCollections: call('generation.listCollections', {
    input: z.object({ userId: id }),
    output: z.object({ collections: z.array(collection) }),
  }),
  /** `conflict` if the account already has a collection with this name, ignoring case, or too many collections. */
  createCollection: call('generation.createCollection', {
    input: collectionBody.extend({ userId: id }),
    output: collection,
  }),
  /** `not_found`; `conflict` if the account has another one of this name. */
  renameCollection: call('generation.renameCollection', {
    input: ofCollection.extend(collectionBody.shape),
    output: collection,
  }),
  /** The requests stay in the library. `not_found`. */
  deleteCollection: call('generation.deleteCollection', { input: ofCollection, output: empty }),
  /**
   * Leaves out requests that are not in the library of the account. Idempotent. `not_found` for the collection, or if no request is left;
   * `conflict` if the collection would become too large.
   */
  addToCollection: call('generation.addToCollection', { input: itemChanges, output: collection }),
  /** Idempotent. `not_found` for the collection. */
  removeFromCollection: call('generation.removeFromCollection', { input: itemChanges, output: collection }),
  /** Ids of the requests in a collection, newest first, including requests in the trash. `not_found`. */
  listCollectionItems: call('generation.listCollectionItems', {
    input: ofCollection.extend({ limit: pageSize, cursor }),
    output: z.object({ requestIds: z.array(id), nextCursor: id.nullable() }),
  }),
};
