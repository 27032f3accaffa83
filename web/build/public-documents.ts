import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';
import { PUBLIC_PAGES, type PublicPath } from '../src/lib/public-pages';
import { chunksOf, prerenderedPages } from './prerendered-pages';

/** Stands for the site's origin, which the gateway alone knows, in pages, robots.txt and sitemap.xml. */
const ORIGIN = '__LUIT_ORIGIN__';
const MARK = '<!-- head -->';
const ROOT = '<div id="root"></div>';
/** JavaScript of the first route, gzip: 1.25 times react-dom and the router. Bytes. */
const FIRST_ROUTE_BAR = 1.25 * 84_000;
const COMPRESSIBLE = /\.(js|css|svg|webmanifest|vtt|json)$/;
const COMPRESSED_FROM_BYTES = 1_024;
/** Addresses that search engines have nothing to find at. */
const NOT_FOR_ROBOTS = ['/api/', '/admin', '/order/', '/account/', '/auth/confirm', '/reset-password'];

/**
 * Writes a page per public address, with its own title and description, and most with all they show to a visitor, so that
 * people, link previews and search engines read them before anything runs; robots.txt and sitemap.xml; compressed copies of what is worth it. Prints the first route's weight.
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
      folder = join(config.root, config.build.outDir);
    },
    transformIndexHtml: (html) => html.replace(MARK, headOf('/', isBuild ? ORIGIN : '')),
    writeBundle(_, bundle) {
      built = bundle;
    },
    async closeBundle() {
      const shell = readFileSync(join(folder, 'index.html'), 'utf8');
      const pages = await prerenderedPages(root);
      for (const path of Object.keys(PUBLIC_PAGES) as PublicPath[]) {
        const chunks = chunksOf(path, built, shell).map(
          (name) => `<link rel="modulepreload" crossorigin href="/${name}">`,
        );
        const markup = pages.get(path);
        const document = shell
          .replace(headOf('/', ORIGIN), () => headOf(path, ORIGIN))
          .replace('</head>', `${chunks.join('')}</head>`)
          .replace(ROOT, () => (markup ? `<div id="root" data-page="${path}">${markup}</div>` : ROOT));
        writeFileSync(join(folder, `${path.slice(1) || 'index'}.html`), markup ? paintedFirst(document) : document);
      }
      // Stands for every address without a page of its own, and so names none.
      writeFileSync(join(folder, 'app.html'), shell.replace(/\s*<link rel="canonical"[^>]*>/, ''));
      writeFileSync(join(folder, 'robots.txt'), robots());
      writeFileSync(join(folder, 'sitemap.xml'), sitemap());
      compress(folder);
      const bytes = firstRouteBytes(folder, shell);
      const told = `JavaScript of the first route: ${(bytes / 1000).toFixed(1)} kB gzip, of ${FIRST_ROUTE_BAR / 1000} kB`;
      if (bytes > FIRST_ROUTE_BAR) this.error(`${told}: too much`);
      this.info(told);
    },
  };
}

/** What is written needs no script to be seen, so its style and font come before the scripts that take it over. */
function paintedFirst(document: string): string {
  return document.replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"');
}

function headOf(path: PublicPath, origin: string): string {
  const { title, description } = PUBLIC_PAGES[path];
  const about = Object.entries({
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
    ...about,
    '<meta name="twitter:card" content="summary_large_image" />',
  ].join('\n    ');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function robots(): string {
  return `User-agent: *\n${NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`).join('\n')}\n\nSitemap: ${ORIGIN}/sitemap.xml\n`;
}

function sitemap(): string {
  const urls = Object.keys(PUBLIC_PAGES).map((path) => `  <url><loc>${ORIGIN}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

/** Beside each text, so that the gateway compresses nothing while people wait. Pages it compresses itself, at start. */
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

/** What the home page loads before it shows: the scripts its document names. */
function firstRouteBytes(folder: string, html: string): number {
  const scripts = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path]) => join(folder, path ?? ''));
  return scripts.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
}
