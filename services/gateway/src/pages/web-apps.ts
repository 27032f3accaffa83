import fastifyStatic from '@fastify/static';
import { LuitError } from '@luit/contracts/errors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { WebDocuments } from './web-documents';

/** Written by the build of an app that knows its pages, as patterns like `/order/:requestId`. */
const PATTERNS_FILE = '.page-patterns.json';

/** Returns whether a built app has a page at a path. An app without a list of its pages has all of them. */
function pagePaths(folder: string): (path: string) => boolean {
  const file = join(folder, PATTERNS_FILE);
  if (!existsSync(file)) return () => true;
  const patterns = (JSON.parse(readFileSync(file, 'utf8')) as string[]).map(
    // Matches what the browser's router matches: any case, with or without a slash at the end.
    (pattern) => new RegExp(`^${pattern.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
  );
  return (path) => patterns.some((pattern) => pattern.test(path));
}

const NOT_BUILT = 'This app has not been built. Run `npm run build`.\n';
const HASHED_ASSET = /[/\\]assets[/\\].+-[\w-]{6,}\.\w+(\.br|\.gz)?$/;
const SERVER_PATHS = /^\/(api|v1|mcp|socket\.io)(\/|$)/;

interface WebApp {
  prefix: '/' | '/admin/';
  folder: string;
  /** Public origin of the site. */
  origin: string;
}

/**
 * Serves the built single-page apps. A path without a prerendered page gets app.html, or index.html if there is no app.html. A path
 * without any page gets it with status 404.
 */
export async function serveWebApps(
  app: NestFastifyApplication,
  { web, admin, origin }: { web: string; admin: string; origin: string },
): Promise<void> {
  await serve(app, { prefix: '/admin/', folder: resolve(admin), origin });
  await serve(app, { prefix: '/', folder: resolve(web), origin });
}

async function serve(app: NestFastifyApplication, { prefix, folder, origin }: WebApp): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const documents = existsSync(join(folder, 'index.html')) ? new WebDocuments(folder, origin) : undefined;
  if (documents) {
    await app.register(fastifyStatic, {
      root: folder,
      prefix,
      wildcard: false,
      globIgnore: documents.names,
      preCompressed: true,
      index: false,
      decorateReply: !fastify.hasReplyDecorator('sendFile'),
      cacheControl: false,
      setHeaders: (response, path) => void response.header('cache-control', cachingOf(path)),
    });
  }
  const hasPage = pagePaths(folder);
  const fallback = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const name = path.slice(path.lastIndexOf('/') + 1);
    const isFile = name.includes('.');
    if (isFile && !name.endsWith('.html') && path === prefix + name && documents?.has(name)) {
      return documents.send(name, request, reply);
    }
    if (SERVER_PATHS.test(path) || isFile) throw new LuitError('not_found', 'This URL does not exist.');
    if (!documents) return reply.status(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    const own = `${path.slice(prefix.length) || 'index'}.html`;
    if (documents.has(own)) return documents.send(own, request, reply);
    if (!hasPage(path)) void reply.status(404);
    return documents.send(documents.has('app.html') ? 'app.html' : 'index.html', request, reply);
  };
  if (prefix === '/admin/') fastify.get('/admin', fallback);
  fastify.get(`${prefix}*`, fallback);
}

/** Assets have content hashes in their names; everything else is revalidated. */
export function cachingOf(path: string): string {
  return HASHED_ASSET.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}
