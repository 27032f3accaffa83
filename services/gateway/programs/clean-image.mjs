// Reads an image of unknown origin from standard input and writes a new one of the same format to standard output that
// holds nothing but its pixels: upright, sRGB, its first frame, its longest side at most MAX_SIDE.
//   node clean-image.mjs MAX_PIXELS MAX_SIDE
// Ends with 2 where the image cannot be decoded. A process of its own for each image: a decoder that crashes, hangs or
// is taken over has no gateway around it, and its memory is given back.
import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

const UNDECODABLE = 2;
const QUALITY = 95;
/** Serving comes first; a third of the usual share is left where everybody wants the processor. */
const NICENESS = 5;
/** Of zlib: half the time of the usual 6 for a few percent more bytes. */
const PNG_COMPRESSION = 3;

const ENCODERS = {
  jpeg: (image) => image.flatten({ background: '#fff' }).jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' }),
  png: (image) => image.png({ compressionLevel: PNG_COMPRESSION }),
  webp: (image) => image.webp({ quality: QUALITY, effort: 2 }),
};

setPriority(NICENESS);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.concurrency(1);
sharp.cache(false);

const [maxPixels, maxSide] = process.argv.slice(2).map(Number);

async function clean(source) {
  const image = sharp(source, { failOn: 'error', pages: 1, limitInputPixels: maxPixels, sequentialRead: true });
  const { format, orientation = 1 } = await image.metadata();
  const encode = ENCODERS[format];
  if (!encode) throw new Error(`No format of ours: ${format}`);
  // Turning needs the whole picture at hand; reading in order would decode it over and over.
  const read = orientation === 1 ? image : sharp(source, { failOn: 'error', pages: 1, limitInputPixels: maxPixels });
  const box = { width: maxSide, height: maxSide };
  const upright = read
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb');
  // sharp writes no metadata unless asked to, and converts colors by the embedded profile before it drops it.
  return encode(upright).toBuffer();
}

try {
  process.stdout.write(await clean(await buffer(process.stdin)));
} catch (error) {
  process.stderr.write(String(error));
  process.exitCode = UNDECODABLE;
}
