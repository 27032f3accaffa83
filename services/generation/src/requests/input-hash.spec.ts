import type { NewRequest } from '@luit/contracts/generation/requests';
import { uuidv7 } from 'uuidv7';
import { inputHash } from './insertion.service';

const HASHES = ['a'.repeat(64), 'b'.repeat(64)];
const request = (changes: Partial<NewRequest> = {}): NewRequest => ({
  userId: uuidv7(),
  type: 'video',
  prompt: 'a river at dawn',
  referenceKeys: HASHES.map(() => `uploads/${uuidv7()}.jpg`),
  referenceHashes: HASHES,
  ...changes,
});

describe('the hash of a request', () => {
  it('is that of the same images if they were uploaded again, in the same order', () => {
    expect(inputHash(request())).toBe(inputHash(request()));
    expect(inputHash(request({ referenceHashes: HASHES.toReversed() }))).not.toBe(inputHash(request()));
    expect(inputHash(request({ imageHash: HASHES[0]! }))).not.toBe(inputHash(request({ lastImageHash: HASHES[0]! })));
  });

  it('is that of the keys of images that were uploaded before', () => {
    const referenceKeys = [`uploads/${uuidv7()}.jpg`];
    const earlier = { referenceHashes: undefined as never, referenceKeys };
    expect(inputHash(request(earlier))).toBe(inputHash(request(earlier)));
    expect(inputHash(request(earlier))).not.toBe(inputHash(request({ ...earlier, referenceKeys: [] })));
  });
});
