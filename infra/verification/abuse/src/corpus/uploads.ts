import { png, pngChunk, pngHeader } from '@luit/chaos/png';
import { TEST_IMAGE } from '@luit/chaos/test-image';
import { deflateSync, gzipSync } from 'node:zlib';
import { bearer } from '../floods/flood';
import { BOUNDARY, form, FORM_TYPE, type FormPart } from '../wire/form';
import { each, type Family, type HostileInput, MARKUP } from './input';

const HUGE_SIDE = 30_000;
const TEN_MEBIBYTES = 10 * 1024 * 1024;

const image = (content: Buffer | string, part: Partial<FormPart> = {}): FormPart => ({
  name: 'image',
  fileName: 'a.png',
  type: 'image/png',
  content,
  ...part,
});

/** A text chunk that decompresses to this many megabytes. */
const compressedText = (megabytes: number): Buffer =>
  pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(megabytes * 1_000_000, 'a'))]));

const row = deflateSync(Buffer.alloc(1 + HUGE_SIDE * 3));
const zip = Buffer.concat([Buffer.from('PK\x03\x04'), gzipSync(Buffer.alloc(5_000_000))]);
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>luit_mark()</script></svg>`;

/** Files that are not images, or images that cost more to decode than to send. */
const FILES: Record<string, Buffer | string> = {
  nothing: '',
  'one byte': 'a',
  text: 'this is no image',
  markup: MARKUP,
  SVG: svg,
  'an SVG that reads a file': `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>`,
  'a zip file': zip,
  'a PDF': '%PDF-1.7\n1 0 obj<</JavaScript(app.alert(1))>>',
  'a program': Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(1_000)]),
  'a GIF': 'GIF89a\x01\x00\x01\x00',
  'a video': Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('mp42'), Buffer.alloc(1_000)]),
  'half a PNG': TEST_IMAGE.subarray(0, 40),
  'a PNG of 900 megapixels': png(pngHeader(HUGE_SIDE, HUGE_SIDE), pngChunk('IDAT', row)),
  'a PNG of 2³¹ pixels a side': png(pngHeader(2_147_483_647, 2_147_483_647), pngChunk('IDAT', row)),
  'a PNG of no pixels': png(pngHeader(0, 0), pngChunk('IDAT', row)),
  'a PNG without pixels': png(pngHeader(8, 8)),
  'a JPEG cut off': Buffer.from('ffd8ffe000104a464946', 'hex'),
  'a WebP of nothing': Buffer.concat([Buffer.from('RIFF\x04\x00\x00\x00WEBP', 'latin1')]),
  'more than ten megabytes': Buffer.concat([TEST_IMAGE, Buffer.alloc(TEN_MEBIBYTES)]),
};

/** Images that may be accepted if everything besides their pixels is dropped or never interpreted. */
const POLYGLOTS: Record<string, Buffer> = {
  'a PNG with 40 MB of text in 40 kB': png(...chunksOf(TEST_IMAGE), compressedText(40)),
  'a PNG and a page': Buffer.concat([TEST_IMAGE, Buffer.from(`<html>${MARKUP}</html>`)]),
  'a PNG and a zip file': Buffer.concat([TEST_IMAGE, zip]),
  'a PNG that says it is a page': TEST_IMAGE,
};

function chunksOf(file: Buffer): Buffer[] {
  return [file.subarray(8, file.length - 12)];
}

const REFUSED = [400, 413, 415];
const field = (name: string, content: string): FormPart => ({ name, content });

/** Forms that may break a parser. */
const FORMS: Record<string, { type?: string; body: Buffer | string }> = {
  'no boundary': { type: 'multipart/form-data', body: form([image(TEST_IMAGE)]) },
  'an empty boundary': { type: 'multipart/form-data; boundary=', body: form([image(TEST_IMAGE)]) },
  'another boundary': { type: 'multipart/form-data; boundary=other', body: form([image(TEST_IMAGE)]) },
  'a boundary of 10 kB': { type: `multipart/form-data; boundary=${'b'.repeat(10_000)}`, body: 'x' },
  'no end': { body: form([image(TEST_IMAGE)], false) },
  'nothing at all': { body: '' },
  'an end alone': { body: `--${BOUNDARY}--\r\n` },
  'no image': { body: form([field('quality', 'standard')]) },
  'an image as a field': { body: form([field('image', 'x')]) },
  'two images': { body: form([image(TEST_IMAGE), image(TEST_IMAGE)]) },
  '1,000 fields': { body: form(Array.from({ length: 1_000 }, (_, i) => field(`f${i}`, 'v'))) },
  '1,000 files': { body: form(Array.from({ length: 1_000 }, (_, i) => image('a', { name: `f${i}` }))) },
  'a field of 1 MB': { body: form([field('prompt', 'p'.repeat(1_000_000)), image(TEST_IMAGE)]) },
  'a field of a prototype': { body: form([field('__proto__', '1'), field('constructor', '2')]) },
  'a name of 50 kB': { body: form([field('n'.repeat(50_000), 'v')]) },
  'headers of 200 kB in a part': { body: form([image(TEST_IMAGE, { type: 't'.repeat(200_000) })]) },
  'a part without a name': { body: `--${BOUNDARY}\r\n\r\nx\r\n--${BOUNDARY}--\r\n` },
  'a part of parts': {
    body: form([image(form([image(TEST_IMAGE)]), { type: `multipart/mixed; boundary=${BOUNDARY}` })]),
  },
  'bare line feeds': {
    body: form([image('text')])
      .toString('latin1')
      .replaceAll('\r\n', '\n'),
  },
  'an unknown value': { body: form([field('quality', 'best'), image(TEST_IMAGE)]) },
};

/** Restorations are limited per account and minute, so every input is inspected. */
const post = (token: string, body: Buffer | string, type = FORM_TYPE) => ({
  method: 'POST',
  path: '/api/restore',
  headers: { 'content-type': type, ...bearer(token) },
  body,
});

export const UPLOADS: Family = {
  name: 'uploads',
  inputs: ({ brokeToken }) => [
    ...each(FILES, (name, content): HostileInput => ({
      name,
      send: post(brokeToken, form([image(content)])),
      status: REFUSED,
      withinMs: 6_000,
    })),
    ...each(POLYGLOTS, (name, content): HostileInput => ({
      name,
      send: post(brokeToken, form([image(content, { fileName: '../../a.html', type: 'text/html' })])),
      status: [...REFUSED, 402],
      withinMs: 6_000,
    })),
    ...each(FORMS, (name, { type, body }): HostileInput => ({
      name,
      send: post(brokeToken, body, type),
      // If the parser drops the hostile part, the form is valid and the account has no credits.
      status: [...REFUSED, 402],
    })),
  ],
};
