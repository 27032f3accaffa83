// Reads an untrusted image from standard input and re-encodes it to standard output in the same format, without metadata:
// upright, sRGB, first frame only, longest side at most MAX_SIDE.
//   node clean-image.mjs MAX_PIXELS MAX_SIDE
// Exits with 2 if the image cannot be decoded, 3 if it is animated, 4 if it has more than MAX_PIXELS, 5 if it is too small, 6 if it is too narrow. Each image has its own process, so that a decoder that crashes, hangs or is
// exploited does not affect the gateway, and its memory is released.
import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { imageSizeFault } from '@luit/contracts/generation/image-limits';
import sharp from 'sharp';

const [UNDECODABLE, ANIMATED] = [2, 3];
const SIZE_FAULTS = { too_many_pixels: 4, too_small: 5, too_narrow: 6 };
const QUALITY = 95;
/** Gives requests priority: this process gets about a third of the usual CPU share under contention. */
const NICENESS = 5;
/** zlib level: half the time of the default 6 for a few percent more bytes. */
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

class Refusal extends Error {
  constructor(exitCode, message) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Reads the header; nothing is decoded yet. */
async function inspect(source) {
  if (isAnimatedPng(source) || isAnimatedWebp(source)) throw new Refusal(ANIMATED, 'Animated');
  const metadata = await sharp(source, { limitInputPixels: false }).metadata();
  const { format, width, height, pages = 1 } = metadata;
  if (!ENCODERS[format]) throw new Refusal(UNDECODABLE, `Unsupported format: ${format}`);
  if (pages > 1) throw new Refusal(ANIMATED, 'Animated');
  const fault = imageSizeFault({ width, height }, maxPixels);
  if (fault) throw new Refusal(SIZE_FAULTS[fault], `${width} × ${height}`);
  return metadata;
}

/** libvips reads the first frame of an animated PNG as a still image. Its control chunk precedes the pixels. */
function isAnimatedPng(source) {
  const isPng = source.toString('latin1', 1, 4) === 'PNG';
  return isPng && source.subarray(0, Math.max(0, source.indexOf('IDAT'))).includes('acTL');
}

/** The animation flag of the extended format (RFC 9649, section 2.7.1), read before a decoder sees the frames. */
function isAnimatedWebp(source) {
  return source.toString('latin1', 12, 16) === 'VP8X' && (source[20] & 0x02) !== 0;
}

async function clean(source) {
  const { format, orientation = 1 } = await inspect(source);
  const encode = ENCODERS[format];
  const image = sharp(source, { failOn: 'error', pages: 1, limitInputPixels: maxPixels, sequentialRead: true });
  // Rotation needs random access; with sequential reads the image would be decoded repeatedly.
  const read = orientation === 1 ? image : sharp(source, { failOn: 'error', pages: 1, limitInputPixels: maxPixels });
  const box = { width: maxSide, height: maxSide };
  const upright = read
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb');
  // sharp omits metadata by default, and applies the embedded color profile before it drops it.
  return encode(upright).toBuffer();
}

try {
  process.stdout.write(await clean(await buffer(process.stdin)));
} catch (error) {
  process.stderr.write(String(error));
  process.exitCode = error.exitCode ?? UNDECODABLE;
}
