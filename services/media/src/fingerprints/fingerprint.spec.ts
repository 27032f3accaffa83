import { cropped, testFrames } from '../testing/frames';
import { FRAME_BYTES, fingerprintOf, possibleFingerprints } from './fingerprint';
import { FRAME_PIXELS, type Frame, framesOf, VIDEO_FRAMES } from './frames';
import { colorBucket, isSimilar, possibleBuckets, similarityOf } from './similarity';

describe('fingerprints', () => {
  const frames = testFrames(1, VIDEO_FRAMES);
  const stored = fingerprintOf(frames)!;
  const plain = (level: number): Frame => {
    const plane = new Uint8Array(FRAME_PIXELS).fill(level);
    return { y: plane, cb: plane, cr: plane };
  };

  it.each([0, 0.03, 0.07, 0.1])('a copy is recognized after a crop of %s of both sides', async (share) => {
    const possible = await possibleFingerprints(frames.map((frame) => cropped(frame, share)));
    expect(isSimilar(stored, possible)).toBe(true);
    expect(possibleBuckets(possible)).toContain(colorBucket(stored));
  });

  it('none of 12 other videos of the same colors is recognized', async () => {
    for (let seed = 2; seed < 14; seed += 1) {
      expect(isSimilar(stored, await possibleFingerprints(testFrames(seed, VIDEO_FRAMES)))).toBe(false);
    }
  });

  it('the same picture in other colors is not recognized', async () => {
    const recolored = frames.map((frame) => ({ ...frame, cr: plain(170).cr }));
    expect(isSimilar(stored, await possibleFingerprints(recolored))).toBe(false);
  });

  it('a photo and a video are never compared', () => {
    const photo = fingerprintOf([frames[0]])!;
    expect(photo).toHaveLength(FRAME_BYTES);
    expect(similarityOf(stored, photo)).toBe(0);
    expect(isSimilar(stored, [photo])).toBe(false);
  });

  it('a picture without contrast has no fingerprint, and no possible one', async () => {
    expect(fingerprintOf([plain(0)])).toBeNull();
    expect(fingerprintOf([plain(200)])).toBeNull();
    expect(await possibleFingerprints([plain(0)])).toEqual([]);
    expect(await possibleFingerprints([])).toEqual([]);
  });

  it('a video that is shorter than announced repeats its last frame', () => {
    const frame = Buffer.alloc(3 * FRAME_PIXELS, 7);
    expect(framesOf(Buffer.concat([frame, frame]), VIDEO_FRAMES)).toHaveLength(VIDEO_FRAMES);
    expect(() => framesOf(Buffer.alloc(10), VIDEO_FRAMES)).toThrow('no frame');
  });
});
