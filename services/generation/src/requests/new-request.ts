import { sortedMetadata } from '@luit/contracts/generation/metadata';
import { type NewRequest, newRequestFields } from '@luit/contracts/generation/requests';
import { pickFields } from '@luit/contracts/messages/pick-fields';
import { createHash } from 'node:crypto';

/** Who asks does not make a request different, and an image that was uploaded twice has two keys. */
const HASHED = newRequestFields.omit({
  ...{ userId: true, apiKeyId: true, idempotencyKey: true, metadata: true },
  ...{ imageKey: true, imageHash: true, lastImageKey: true, lastImageHash: true },
});

/** Equal for equal requests; detects a key that is reused for a different one. */
export function inputHash(request: NewRequest): string {
  const { imageKey, imageHash, lastImageKey, lastImageHash, metadata } = request;
  const images = [imageHash ?? imageKey, lastImageHash ?? lastImageKey];
  const fields = Object.values(pickFields(HASHED, request)).map(sorted);
  // JSON turns undefined into null.
  const input = [...fields, ...images, metadata && sortedMetadata(metadata)];
  return createHash('sha256').update(JSON.stringify(input)).digest('hex');
}

/** An object as its entries in the order of their names. */
function sorted(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).sort() : value;
}
