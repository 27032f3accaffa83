import { z } from 'zod';
import { RequestError } from './request-error.mjs';

const contract = z.object({ text: z.string().optional(), images: z.array(z.string().min(1)).optional() });

/**
 * Reads what Luit sends: `{"text": "…"}` or `{"images": ["Base64", …]}`.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {{ maxBodyBytes: number; maxImages: number }} limits
 * @returns {Promise<Buffer[]>} the images; none for a text
 * @throws {RequestError}
 */
export async function readImages(request, { maxBodyBytes, maxImages }) {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new RequestError(415, 'The body must be application/json');
  const { images = [] } = parse(await readText(request, maxBodyBytes));
  if (images.length > maxImages) throw new RequestError(400, `At most ${maxImages} images`);
  return images.map((image) => Buffer.from(image, 'base64'));
}

/** @param {import('node:http').IncomingMessage} request @param {number} maxBytes */
async function readText(request, maxBytes) {
  const tooLarge = () => new RequestError(413, `The body has more than ${maxBytes} bytes`);
  if (Number(request.headers['content-length']) > maxBytes) throw tooLarge();
  const chunks = [];
  let bytes = 0;
  // The loop must not destroy the socket, which still has to carry the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** @param {string} text */
function parse(text) {
  try {
    return contract.parse(JSON.parse(text));
  } catch {
    throw new RequestError(400, 'The body must be {"text": "…"} or {"images": ["Base64", …]}');
  }
}
