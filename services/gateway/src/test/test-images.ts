import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Kind = 'jpeg' | 'png' | 'webp';

/** A real picture of that kind. */
export function picture(kind: Kind, width = 64, height = 48): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: { r: 120, g: 80, b: 40 } };
  return sharp({ create }).toFormat(kind).toBuffer();
}

/** As a phone takes it: lying on its side, with the place where it was taken. */
export async function phonePhoto(): Promise<Buffer> {
  const gps = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '26/1 11/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '91/1 44/1 0/1',
  };
  return sharp(await picture('jpeg'))
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'Telephone' }, IFD3: gps })
    .toBuffer();
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  // Its check sum is left out: nothing is decoded here.
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
}

/** Some hundred bytes that decode to `side`² pixels. */
export function pngBomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = deflateSync(Buffer.alloc(1 + side * 3));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', row),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function riff(type: string, data: Buffer): Buffer {
  const frame = Buffer.alloc(8 + data.length);
  frame.write(type, 0, 'latin1');
  frame.writeUInt32LE(data.length, 4);
  data.copy(frame, 8);
  return frame;
}

/** An animated WebP of 4000 × 4000 pixels a frame. */
export function animatedWebp(frames: number): Buffer {
  const extended = Buffer.alloc(10);
  extended[0] = 0x02;
  extended.writeUIntLE(3_999, 4, 3);
  extended.writeUIntLE(3_999, 7, 3);
  const parts = [riff('VP8X', extended), riff('ANIM', Buffer.alloc(6))];
  for (let frame = 0; frame < frames; frame += 1) parts.push(riff('ANMF', Buffer.alloc(16)));
  return riff('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]));
}

/** A picture of exactly that many bytes: a comment makes up for what is missing. */
export async function pictureOfBytes(bytes: number): Promise<Buffer> {
  const small = await picture('png');
  const end = small.subarray(small.length - 12);
  const filler = chunk('prVt', randomBytes(bytes - small.length - 12));
  return Buffer.concat([small.subarray(0, small.length - 12), filler, end]);
}
