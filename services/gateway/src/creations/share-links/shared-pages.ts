import { LuitError } from '@luit/contracts/errors';
import { makesVideo, OUTPUT_OF } from '@luit/contracts/generation/outputs';
import type { SharedOutput } from '@luit/contracts/generation/share-links';
import { escapeHtml } from '@luit/platform/security/escape-html';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GatewayConfig } from '../../config';
import { SharedOutputsService, viewOf } from './shared-outputs.service';
import { sharedFilePath, sharedPageUrl, SHARED_PAGES } from './shared-urls';

/** The elements of the app's document that describe the site as a whole. */
const SITE_HEAD =
  /\s*<(?:title>[^<]*<\/title|(?:meta (?:name="(?:description|twitter:card)"|property="og:[\w:]+")[^>]*))>/g;
/** In the document of a shared video, which shows the poster until the app has loaded. */
const POSTER_PLACEHOLDER = '__LUIT_POSTER__';
const MAX_TITLE_CHARACTERS = 90;
const TEXTS = {
  video: { fallback: 'A video made with Luit', description: 'An AI-generated video. Make your own with Luit.' },
  image: { fallback: 'An image made with Luit', description: 'An AI-generated image. Make your own with Luit.' },
  restoration: {
    fallback: 'A photo restored with Luit',
    description: 'A photo restored by AI. Restore your own with Luit.',
  },
} as const;

/**
 * Serves the page of a share link: the web app, with a head for link previews and the data that the app would otherwise request. Without an
 * output, visitors get the app too, which shows the reason, with status 404 or 503.
 */
export function serveSharedPages(
  gateway: NestFastifyApplication,
  { webDist, webUrl }: Pick<GatewayConfig, 'webDist' | 'webUrl'>,
): void {
  const app = readDocument(webDist, 'app.html');
  if (app === null) return;
  const video = readDocument(webDist, '.shared-video.html') ?? app;
  const outputs = gateway.get(SharedOutputsService);
  gateway
    .getHttpAdapter()
    .getInstance()
    .get<{ Params: { '*': string } }>(`${SHARED_PAGES}*`, async ({ params: { '*': token } }, reply) => {
      const output = await outputs.find(token).catch((error: unknown) => {
        if (!(error instanceof LuitError)) throw error;
        void reply.status(error.status);
        if (error.retryAfterSeconds) void reply.header('retry-after', error.retryAfterSeconds);
        return null;
      });
      if (!output?.isIndexed) void reply.header('x-robots-tag', 'noindex');
      const head = output ? headOf(output, token, webUrl) + dataOf(output, token) : '<title>Luit</title>';
      const document = output?.posterKey ? video.replaceAll(POSTER_PLACEHOLDER, sharedFilePath(token, 'poster')) : app;
      void reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
      return document.replace('</head>', () => `${head}\n  </head>`);
    });
}

function readDocument(folder: string, name: string): string | null {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8').replace(SITE_HEAD, '') : null;
}

/** The app finds it by its id, and compares the token. */
function dataOf(output: SharedOutput, token: string): string {
  const json = JSON.stringify(viewOf(output, token)).replaceAll('<', '\\u003c');
  return `\n    <script type="application/json" id="shared-view" data-token="${escapeHtml(token)}">${json}</script>`;
}

function headOf({ type, prompt, posterKey }: SharedOutput, token: string, webUrl: string): string {
  const isVideo = makesVideo(type);
  const { fallback, description } = TEXTS[OUTPUT_OF[type]];
  const title = prompt === null ? fallback : shorten(prompt.replace(/\s+/g, ' '));
  const url = sharedPageUrl(webUrl, token);
  const output = new URL(sharedFilePath(token, 'output'), webUrl).href;
  const image = isVideo ? posterKey && new URL(sharedFilePath(token, 'poster'), webUrl).href : output;
  const properties = {
    'og:type': isVideo ? 'video.other' : 'website',
    'og:site_name': 'Luit',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    ...(image && { 'og:image': image }),
    ...(isVideo && { 'og:video': output, 'og:video:type': 'video/mp4' }),
  };
  return [
    `<title>${escapeHtml(title)} · Luit</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    ...Object.entries(properties).map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}" />`),
    `<meta name="twitter:card" content="summary_large_image" />`,
  ].join('\n    ');
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_TITLE_CHARACTERS
    ? text
    : `${characters.slice(0, MAX_TITLE_CHARACTERS - 1).join('')}…`;
}
