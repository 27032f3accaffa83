import sharp from 'sharp';

// Untrusted images may only use these three formats; libvips supports many more.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// One thread per image; CONCURRENCY limits how many are decoded at once.
sharp.concurrency(1);
sharp.cache(false);

/** No JPEG, PNG or WebP, damaged, or too large. */
export class ImageError extends Error {}

/**
 * What the model expects.
 *
 * @typedef {Omit<import('./settings.mjs').InputSettings, 'size' | 'layout'> & {
 *   size: { width: number; height: number };
 *   layout: 'nchw' | 'nhwc';
 *   type: 'float32' | 'uint8';
 * }} InputFormat
 */

/**
 * Decodes an image to the input of the model: upright, on white, in sRGB, scaled to the model's size and normalized.
 *
 * @param {Buffer} image
 * @param {InputFormat} format
 * @throws {ImageError}
 */
export async function pixelsOf(image, format) {
  return arrange(await decode(image, format), format);
}

/** @param {Buffer} image @param {InputFormat} format */
async function decode(image, { size: { width, height }, fit, maxPixels }) {
  try {
    const { data, info } = await sharp(image, { failOn: 'error', pages: 1, limitInputPixels: maxPixels })
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize(width, height, { fit, background: '#fff' })
      .toColorspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new Error(`The image has ${info.channels} channels`);
    return data;
  } catch (error) {
    throw new ImageError('An image is no JPEG, PNG or WebP, or is damaged or too large', { cause: error });
  }
}

/**
 * Orders red, green and blue as the model expects them, and normalizes them: `(value - mean) / std`, in the order of the model.
 *
 * @param {Uint8Array} rgb
 * @param {InputFormat} format
 */
export function arrange(rgb, { layout, channels, type, range, mean, std }) {
  const count = rgb.length / 3;
  const pixels = type === 'uint8' ? new Uint8Array(rgb.length) : new Float32Array(rgb.length);
  const [step, plane] = layout === 'nchw' ? [1, count] : [3, 1];
  for (let channel = 0; channel < 3; channel += 1) {
    const source = channels === 'rgb' ? channel : 2 - channel;
    const scale = range / 255 / (std[channel] ?? 1);
    const shift = (mean[channel] ?? 0) / (std[channel] ?? 1);
    for (let pixel = 0; pixel < count; pixel += 1) {
      const value = rgb[pixel * 3 + source] ?? 0;
      pixels[pixel * step + channel * plane] = type === 'uint8' ? value : value * scale - shift;
    }
  }
  return pixels;
}
