import sharp, { type Sharp, type SharpOptions } from 'sharp';

// Untrusted images may only use these three formats; libvips supports many more.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// One thread per image; callers limit how many run concurrently.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Opens an untrusted JPEG, PNG or WebP image: its first frame, rotated upright. Decoding fails if it is truncated, damaged
 * or larger than `maxPixels`.
 */
export function openImage(source: Buffer | string, maxPixels: number): Sharp {
  return sharp(source, { ...STRICT, limitInputPixels: maxPixels }).autoOrient();
}

const STRICT: SharpOptions = { failOn: 'error', pages: 1 };
