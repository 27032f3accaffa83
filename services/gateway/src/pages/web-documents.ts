import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { codingOf } from '../http/answers/content-coding';

/** Placeholder that builds write instead of the site's origin. */
const ORIGIN = /__LUIT_ORIGIN__/g;
const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  xml: 'text/xml; charset=utf-8',
};
const DOCUMENT = /^[\w-]+\.(html|txt|xml)$/;

interface WebDocument {
  type: string;
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** Pages, robots.txt and sitemap.xml of a built app, loaded, completed with the origin and compressed when the gateway starts. */
export class WebDocuments {
  private readonly documents = new Map<string, WebDocument>();

  constructor(folder: string, origin: string) {
    for (const name of readdirSync(folder)) {
      const type = TYPES[DOCUMENT.exec(name)?.[1] ?? ''];
      if (!type) continue;
      const plain = Buffer.from(readFileSync(join(folder, name), 'utf8').replace(ORIGIN, origin));
      const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
      this.documents.set(name, { type, etag, plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) });
    }
  }

  /** File names of all documents. */
  get names(): string[] {
    return [...this.documents.keys()];
  }

  has(name: string): boolean {
    return this.documents.has(name);
  }

  /** @throws Error if the document does not exist */
  send(name: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const document = this.documents.get(name);
    if (!document) throw new Error(`Unknown document ${name}`);
    const coding = codingOf(request);
    reply
      .type(document.type)
      .header('cache-control', 'no-cache')
      .header('vary', 'Accept-Encoding')
      .header('etag', document.etag);
    const isFound = reply.statusCode === 200;
    if (isFound && request.headers['if-none-match']?.includes(document.etag)) return reply.status(304).send();
    if (coding !== 'plain') reply.header('content-encoding', coding);
    return reply.send(document[coding]);
  }
}
