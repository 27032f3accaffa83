import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { build, defaultClientConditions, type Rollup } from 'vite';
import { developerDocs } from './developer-docs.ts';
import { messages } from './messages.ts';
import type { PublicPath } from '../src/lib/public-pages.ts';

/** The module that all prerendered pages need beyond the initial chunks. */
const SHELL = 'app/shell/language-switch.tsx';

/**
 * Prerendered pages, each with the modules it needs beyond the initial chunks and {@link SHELL}. Pages with forms are excluded: submitting a
 * form before hydration would send its fields in the URL.
 */
const PRERENDERED: Partial<Record<PublicPath, string[]>> = {
  '/': [],
  '/pricing': ['app/data-layout.tsx', 'payments/pages/pricing-page.tsx'],
  '/about': ['info/pages/about-page.tsx'],
  '/developers': ['developers/pages/developers-page.tsx'],
  '/grievance': ['info/pages/legal-page.tsx', 'info/pages/grievance-page.tsx'],
  '/terms': ['info/pages/legal-page.tsx', 'info/content/terms.ts'],
  '/privacy': ['info/pages/legal-page.tsx', 'info/content/privacy.ts'],
  '/refund': ['info/pages/legal-page.tsx', 'info/content/refund.ts'],
  '/disclaimer': ['info/pages/legal-page.tsx', 'info/content/disclaimer.ts'],
  '/cookies': ['info/pages/legal-page.tsx', 'info/content/cookies.ts'],
};

/** The modules that the page of a share link needs beyond the initial chunks and {@link SHELL}. */
const SHARED_PAGE = ['app/data-layout.tsx', 'sharing/pages/shared-page.tsx'];

/**
 * The chunks that a prerendered page needs and its document does not reference yet, including their imports.
 *
 * @param page `shared` is the page of a share link
 */
export function chunksOf(page: PublicPath | 'shared', bundle: Rollup.OutputBundle, document: string): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    chunks.find(({ fileName }) => fileName === name)?.imports.forEach(add);
  };
  const content = page === 'shared' ? SHARED_PAGE : PRERENDERED[page];
  for (const module of content ? [SHELL, ...content] : []) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
    if (!chunk) throw new Error(`${page}: no chunk begins with ${module}`);
    add(chunk.fileName);
  }
  return [...found].filter((name) => !document.includes(name));
}

/** Tags that React hoists to the start of the markup. Each document already has its own in the head. */
const HOISTED = /^(<title>[^<]*<\/title>|<link [^>]*>|<meta [^>]*>)+/;

interface Prerendered {
  /** Markup by path. */
  pages: Map<PublicPath, string>;
  /** Markup that the document of a shared video shows until the app has loaded. */
  sharedPreview: string;
  /** The paths of all pages of the app, as patterns like `/order/:requestId`. */
  patterns: string[];
}

/** Builds the app a second time for Node and renders its public pages. */
export async function prerenderedPages(root: string): Promise<Prerendered> {
  // Inside the package, so that Node resolves the modules that are not bundled.
  const modules = join(root, 'node_modules');
  await mkdir(modules, { recursive: true });
  const folder = await mkdtemp(join(modules, '.prerender-'));
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      plugins: [developerDocs(), messages(), lingui({ configPath: join(root, 'lingui.config.ts') }), react()],
      resolve: { conditions: ['luit-source', ...defaultClientConditions], dedupe: ['react', 'react-dom'] },
      ssr: { resolve: { conditions: ['luit-source', ...defaultClientConditions] }, noExternal: [/^@luit\//] },
      build: {
        ssr: 'src/prerender.tsx',
        outDir: folder,
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { checks: { bundlerTimings: false } },
      },
    });
    const { pagePatterns, prerenderPage, prerenderSharedPreview } = (await import(
      pathToFileURL(join(folder, 'prerender.js')).href
    )) as {
      pagePatterns: () => string[];
      prerenderPage: (path: string) => Promise<string>;
      prerenderSharedPreview: () => Promise<string>;
    };
    const pages = new Map<PublicPath, string>();
    for (const path of Object.keys(PRERENDERED) as PublicPath[])
      pages.set(path, (await prerenderPage(path)).replace(HOISTED, ''));
    return { pages, sharedPreview: (await prerenderSharedPreview()).replace(HOISTED, ''), patterns: pagePatterns() };
  } finally {
    await rm(folder, { recursive: true });
  }
}
