import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { minifySync, type Plugin, type Rollup } from 'vite';
import { PUBLIC_PAGES, type PublicPath, TRANSLATED_PAGES } from '../src/lib/public-pages.ts';
import { chunksOf, prerenderedPages } from './prerendered-pages.ts';

/** Placeholder for the site's origin in pages, robots.txt and sitemap.xml. The gateway replaces it. */
const ORIGIN_PLACEHOLDER = '__LUIT_ORIGIN__';
/** The gateway answers paths that match none of these patterns with status 404. */
const PATTERNS_FILE = '.page-patterns.json';
const HEAD_PLACEHOLDER = '<!-- head -->';
const ROOT_ELEMENT = '<div id="root"></div>';
/** Limit for the gzipped JavaScript of the first route, in bytes: 1.25 times react-dom and the router. */
const FIRST_ROUTE_LIMIT = 1.25 * 84_000;
const COMPRESSIBLE = /\.(js|css|svg|webmanifest|vtt|json)$/;
const COMPRESSED_FROM_BYTES = 1_024;
/** Link previews load the files of share links. */
const ALLOWED_PATHS = ['/api/shared/'];
const DISALLOWED_PATHS = ['/api/', '/admin', '/order/', '/account/', '/auth/confirm', '/reset-password'];

/**
 * Writes one document per public page with its own title and description, most of them prerendered so that visitors, link
 * previews and search engines can read them without JavaScript. Also writes robots.txt, sitemap.xml and compressed copies
 * of text assets, and fails the build if the first route exceeds its size limit.
 */
export function publicDocuments(): Plugin {
  let isBuild = false;
  let root = '';
  let folder = '';
  let built: Rollup.OutputBundle = {};
  return {
    name: 'luit-public-documents',
    configResolved: (config) => {
      isBuild = config.command === 'build';
      root = config.root;
      folder = resolve(config.root, config.build.outDir);
    },
    transformIndexHtml: (html) => html.replace(HEAD_PLACEHOLDER, headOf('/', isBuild ? ORIGIN_PLACEHOLDER : '')),
    writeBundle(_, bundle) {
      built = bundle;
    },
    async closeBundle() {
      // Vite also calls this after a failed build; an error here would hide the original one.
      if (Object.keys(built).length === 0) return;
      const shell = readFileSync(join(folder, 'index.html'), 'utf8');
      const { pages, sharedPreview, patterns } = await prerenderedPages(root);
      writeFileSync(join(folder, PATTERNS_FILE), JSON.stringify(patterns));
      for (const path of Object.keys(PUBLIC_PAGES) as PublicPath[]) {
        const markup = pages.get(path);
        const document = shell
          .replace(headOf('/', ORIGIN_PLACEHOLDER), () => headOf(path, ORIGIN_PLACEHOLDER))
          .replace('</head>', () => `${modulePreloads(chunksOf(path, built, shell))}</head>`)
          .replace(ROOT_ELEMENT, () => (markup ? `<div id="root" data-page="${path}">${markup}</div>` : ROOT_ELEMENT));
        writeFileSync(
          join(folder, `${path.slice(1) || 'index'}.html`),
          markup ? deprioritizeScripts(document) : document,
        );
      }
      // Served for every path without its own document, so it has no links to itself.
      const app = shell.replace(/\s*<link rel="(canonical|alternate)"[^>]*>/g, '');
      writeFileSync(join(folder, 'app.html'), app);
      const sharedVideo = app
        .replace('</head>', () => `${modulePreloads(chunksOf('shared', built, shell))}</head>`)
        .replace(ROOT_ELEMENT, () => `<div id="root" data-preview>${sharedPreview}</div>`);
      writeFileSync(join(folder, '.shared-video.html'), deprioritizeScripts(sharedVideo));
      writeFileSync(join(folder, 'robots.txt'), robots());
      writeFileSync(join(folder, 'sitemap.xml'), sitemap());
      minifyPublicScripts(folder);
      compress(folder);
      const bytes = firstRouteBytes(folder, shell);
      const summary = `JavaScript of the first route: ${(bytes / 1000).toFixed(1)} kB gzip, of ${FIRST_ROUTE_LIMIT / 1000} kB`;
      if (bytes > FIRST_ROUTE_LIMIT) this.error(`${summary} exceeds the limit`);
      this.info(summary);
    },
  };
}

function modulePreloads(chunks: string[]): string {
  return chunks.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`).join('');
}

/** Prerendered markup needs no script to be visible, so styles and fonts load before the scripts. */
function deprioritizeScripts(document: string): string {
  return document.replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"');
}

function headOf(path: PublicPath, origin: string): string {
  const { title, description } = PUBLIC_PAGES[path];
  const openGraph = Object.entries({
    'og:type': 'website',
    'og:site_name': 'Luit',
    'og:locale': 'en_IN',
    'og:title': title,
    'og:description': description,
    'og:url': origin + path,
    'og:image': `${origin}/share.jpg`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'A country boat on the Brahmaputra at dawn, with the words “Say it. Watch it.”',
  }).map(([property, content]) => `<meta property="${property}" content="${escape(content)}" />`);
  return [
    `<title>${escape(title)}</title>`,
    `<meta name="description" content="${escape(description)}" />`,
    `<link rel="canonical" href="${origin}${path}" />`,
    ...alternatesOf(path, origin),
    ...openGraph,
    '<meta name="twitter:card" content="summary_large_image" />',
  ].join('\n    ');
}

/** Where search engines find the page in each language; `src/lib/language.ts` reads `lang`. */
function alternatesOf(path: PublicPath, origin: string): string[] {
  if (!TRANSLATED_PAGES.includes(path)) return [];
  const url = `${origin}${path}`;
  return Object.entries({ en: url, hi: `${url}?lang=hi`, 'x-default': url }).map(
    ([language, href]) => `<link rel="alternate" hreflang="${language}" href="${href}" />`,
  );
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function robots(): string {
  const rules = [
    ...ALLOWED_PATHS.map((path) => `Allow: ${path}`),
    ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
  ];
  return `User-agent: *\n${rules.join('\n')}\n\nSitemap: ${ORIGIN_PLACEHOLDER}/sitemap.xml\n`;
}

function sitemap(): string {
  const paths = [...Object.keys(PUBLIC_PAGES), ...TRANSLATED_PAGES.map((path) => `${path}?lang=hi`)];
  const urls = paths.map((path) => `  <url><loc>${ORIGIN_PLACEHOLDER}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

/** Vite copies the scripts of `public` as they are. */
function minifyPublicScripts(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
    const path = join(folder, name);
    writeFileSync(path, minifySync(name, readFileSync(path, 'utf8')).code);
  }
}

/** Compresses assets at build time so that the gateway does not compress per request. It compresses pages at startup. */
function compress(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (!COMPRESSIBLE.test(name)) continue;
    const content = readFileSync(path);
    if (content.length < COMPRESSED_FROM_BYTES) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}

/** The gzipped size of all scripts that the home page's document references. */
function firstRouteBytes(folder: string, html: string): number {
  const scripts = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path]) => join(folder, path ?? ''));
  return scripts.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
}
