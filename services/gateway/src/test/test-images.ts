import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Kind = 'jpeg' | 'png' | 'webp';

/** Encodes a plain image. */
export function picture(kind: Kind, width = 64, height = 48): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: { r: 120, g: 80, b: 40 } };
  return sharp({ create }).toFormat(kind).toBuffer();
}

/** A rotated photo with GPS metadata, as phones produce it. */
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
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

/** A few hundred bytes that decode to `side`² pixels. */
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

/** A PNG that declares an animation of two frames. */
export function animatedPng(): Buffer {
  const still = pngBomb(1);
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2, 0);
  return Buffer.concat([still.subarray(0, 33), chunk('acTL', control), still.subarray(33)]);
}

/** An image with these bytes in a comment or metadata, and after its end. */
export async function pictureWithSecret(kind: Kind, secret: string): Promise<Buffer> {
  const image = await picture(kind, 320, 200);
  const bytes = Buffer.from(secret);
  if (kind === 'jpeg') {
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, bytes.length + 2]), bytes]);
    return Buffer.concat([image.subarray(0, 2), comment, image.subarray(2), bytes]);
  }
  if (kind === 'png') {
    const text = chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), bytes]));
    return Buffer.concat([image.subarray(0, 33), text, image.subarray(33), bytes]);
  }
  return Buffer.concat([
    await sharp(image).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`).webp().toBuffer(),
    bytes,
  ]);
}

/** Images that need conversion: wide gamut, CMYK, 16 bits, trailing data. */
export async function unusualPictures(): Promise<[name: string, image: Buffer][]> {
  const base = sharp(await picture('jpeg', 400, 300));
  const photo = await base.clone().jpeg().toBuffer();
  return [
    ['CMYK JPEG', await base.clone().toColorspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer()],
    ['Display P3 JPEG', await base.clone().withIccProfile('p3').jpeg().toBuffer()],
    ['progressive JPEG', await base.clone().jpeg({ progressive: true }).toBuffer()],
    ['16 bit PNG', await base.clone().toColorspace('rgb16').png().toBuffer()],
    ['JPEG with a second picture behind it', Buffer.concat([photo, photo])],
  ];
}

function riff(type: string, data: Buffer): Buffer {
  const frame = Buffer.alloc(8 + data.length);
  frame.write(type, 0, 'latin1');
  frame.writeUInt32LE(data.length, 4);
  data.copy(frame, 8);
  return frame;
}

/** An animated WebP with frames of 4000 × 4000 pixels. */
export function animatedWebp(frames: number): Buffer {
  const extended = Buffer.alloc(10);
  extended[0] = 0x02;
  extended.writeUIntLE(3_999, 4, 3);
  extended.writeUIntLE(3_999, 7, 3);
  const parts = [riff('VP8X', extended), riff('ANIM', Buffer.alloc(6))];
  for (let frame = 0; frame < frames; frame += 1) parts.push(riff('ANMF', Buffer.alloc(16)));
  return riff('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]));
}

/** An image of exactly this size, padded with a private chunk. */
export async function pictureOfBytes(bytes: number): Promise<Buffer> {
  const small = await picture('png');
  const end = small.subarray(small.length - 12);
  const filler = chunk('prVt', randomBytes(bytes - small.length - 12));
  return Buffer.concat([small.subarray(0, small.length - 12), filler, end]);
}
