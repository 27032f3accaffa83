import sharp, { type Sharp, type SharpOptions } from 'sharp';

// What comes from outside is read as one of these three or not at all: libvips knows many more formats.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// Each picture is worked on by one thread, and few at a time; a worker's processors are for its jobs.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Opens an image of unknown origin: JPEG, PNG or WebP, its first frame, turned upright, of at most that many pixels.
 * What is cut short or damaged fails when it is decoded.
 */
export function openImage(source: Buffer | string, maxPixels: number): Sharp {
  return sharp(source, { ...STRICT, limitInputPixels: maxPixels }).autoOrient();
}

const STRICT: SharpOptions = { failOn: 'error', pages: 1 };
