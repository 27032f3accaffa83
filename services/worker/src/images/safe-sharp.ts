import sharp, { type Sharp, type SharpOptions } from 'sharp';

// Untrusted images may only use these three formats; libvips supports many more.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// One thread per image; callers limit how many run concurrently.
sharp.concurrency(1);
sharp.cache(false);

/** An image of 50 megapixels takes about 2 s; one can be made to take minutes. */
const MAX_SECONDS = 30;

/**
 * Opens an untrusted JPEG, PNG or WebP image: its first frame, rotated upright. Decoding fails if it is truncated, damaged
 * larger than `maxPixels`, or takes longer than half a minute.
 */
export function openImage(source: Buffer | string, maxPixels: number): Sharp {
  return sharp(source, { ...STRICT, limitInputPixels: maxPixels })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient();
}

/** Opens all frames of an untrusted animation, one below the other. `maxPixels` is for all of them together. */
export function openAnimation(source: string, maxPixels: number): Sharp {
  return sharp(source, { failOn: 'error', pages: -1, limitInputPixels: maxPixels }).timeout({ seconds: MAX_SECONDS });
}

const STRICT: SharpOptions = { failOn: 'error', pages: 1 };
