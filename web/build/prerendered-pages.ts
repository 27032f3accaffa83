import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defaultClientConditions, type Rollup } from 'vite';
import type { PublicPath } from '../src/lib/public-pages';

/**
 * Pages written ahead, each with the modules that come after the first load. Those with a form that has to wait for its
 * script are left out: pressed too early, it would send what was written by its address.
 */
export const PRERENDERED: Partial<Record<PublicPath, string[]>> = {
  '/': [],
  '/pricing': ['app/data-layout.tsx', 'payments/pages/pricing-page.tsx'],
  '/about': ['info/pages/about-page.tsx'],
  '/terms': ['info/pages/legal-page.tsx', 'info/content/terms.ts'],
  '/privacy': ['info/pages/legal-page.tsx', 'info/content/privacy.ts'],
  '/refund': ['info/pages/legal-page.tsx', 'info/content/refund.ts'],
  '/disclaimer': ['info/pages/legal-page.tsx', 'info/content/disclaimer.ts'],
  '/cookies': ['info/pages/legal-page.tsx', 'info/content/cookies.ts'],
};

/** The chunks of a prerendered page that its document does not name yet, with what they import. */
export function chunksOf(path: PublicPath, bundle: Rollup.OutputBundle, document: string): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    chunks.find(({ fileName }) => fileName === name)?.imports.forEach(add);
  };
  for (const module of PRERENDERED[path] ?? []) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
    if (!chunk) throw new Error(`${path}: no chunk begins with ${module}`);
    add(chunk.fileName);
  }
  return [...found].filter((name) => !document.includes(name));
}

/** What React hoists, and stands in each document's own head. */
const HOISTED = /^(<title>[^<]*<\/title>|<link [^>]*>|<meta [^>]*>)+/;

/** The markup of each prerendered page, by its path. Builds the app once more, for Node. */
export async function prerenderedPages(root: string): Promise<Map<PublicPath, string>> {
  // Inside the checkout, so that what is not bundled is found.
  const modules = join(root, 'node_modules');
  await mkdir(modules, { recursive: true });
  const folder = await mkdtemp(join(modules, '.prerender-'));
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      plugins: [react()],
      resolve: { conditions: ['luit-source', ...defaultClientConditions], dedupe: ['react', 'react-dom'] },
      ssr: { resolve: { conditions: ['luit-source', ...defaultClientConditions] }, noExternal: [/^@luit\//] },
      build: { ssr: 'src/prerender.tsx', outDir: folder, emptyOutDir: true, copyPublicDir: false },
    });
    const { prerenderPage } = (await import(pathToFileURL(join(folder, 'prerender.js')).href)) as {
      prerenderPage: (path: string) => Promise<string>;
    };
    const pages = new Map<PublicPath, string>();
    for (const path of Object.keys(PRERENDERED) as PublicPath[])
      pages.set(path, (await prerenderPage(path)).replace(HOISTED, ''));
    return pages;
  } finally {
    await rm(folder, { recursive: true });
  }
}
