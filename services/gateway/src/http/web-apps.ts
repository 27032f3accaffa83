import fastifyStatic from '@fastify/static';
import { LuitError } from '@luit/contracts/errors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const NOT_BUILT = 'This part of the site is not built yet: run `npm run build`.\n';
const HASHED_ASSET = /[/\\]assets[/\\].+-[\w-]{6,}\.\w+$/;
const OUR_OWN = /^\/(api|socket\.io)(\/|$)/;

interface WebApp {
  prefix: '/' | '/admin/';
  folder: string;
}

/** Serves the built single-page apps: their files, and index.html for every path of theirs that is no file. */
export async function serveWebApps(
  app: NestFastifyApplication,
  folders: { web: string; admin: string },
): Promise<void> {
  await serve(app, { prefix: '/admin/', folder: resolve(folders.admin) });
  await serve(app, { prefix: '/', folder: resolve(folders.web) });
}

async function serve(app: NestFastifyApplication, { prefix, folder }: WebApp): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const isBuilt = existsSync(join(folder, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      prefix,
      wildcard: false,
      index: false,
      decorateReply: !fastify.hasReplyDecorator('sendFile'),
      cacheControl: false,
      setHeaders: (response, path) => void response.header('cache-control', cachingOf(path)),
    });
  }
  const fallback = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (OUR_OWN.test(path) || name.includes('.')) throw new LuitError('not_found', 'There is nothing at this address.');
    if (!isBuilt) return reply.status(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    return reply.sendFile('index.html', folder);
  };
  if (prefix === '/admin/') fastify.get('/admin', fallback);
  fastify.get(`${prefix}*`, fallback);
}

/** Names of assets change with their content; everything else is asked for anew. */
export function cachingOf(path: string): string {
  return HASHED_ASSET.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}
