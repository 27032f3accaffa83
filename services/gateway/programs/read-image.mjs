// Reads an untrusted image from a file and describes it for a verification, on standard output: a byte that is 1 if it is animated,
// SIDE × SIDE pixels of its first frame with red, green and blue bytes, then the XMP metadata, if there is any.
//   node read-image.mjs FILE MAX_PIXELS SIDE
// Exits with 2 if the image cannot be decoded. Each image has its own process, for the reasons given in clean-image.mjs.
import { setPriority } from 'node:os';
import sharp from 'sharp';

const UNDECODABLE = 2;
const NICENESS = 5;
/** Longer than the XMP data of any camera. */
const MAX_XMP_BYTES = 256 * 1024;

setPriority(NICENESS);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.concurrency(1);
sharp.cache(false);

const [file, maxPixels, side] = process.argv.slice(2);

try {
  const options = { pages: 1, limitInputPixels: Number(maxPixels) };
  const { xmp, pages = 1 } = await sharp(file, options).metadata();
  const pixels = await sharp(file, options)
    .autoOrient()
    .flatten({ background: '#fff' })
    .resize({ width: Number(side), height: Number(side), fit: 'fill' })
    .toColorspace('srgb')
    .raw()
    .toBuffer();
  process.stdout.write(
    Buffer.concat([Buffer.of(pages > 1 ? 1 : 0), pixels, xmp?.subarray(0, MAX_XMP_BYTES) ?? Buffer.alloc(0)]),
  );
} catch (error) {
  process.stderr.write(String(error));
  process.exitCode = UNDECODABLE;
}
