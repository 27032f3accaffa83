import { build, type Plugin, type Rollup } from 'vite';
import type { ReleaseAssets } from '../src/shared/offline/caches.ts';

const SOURCE = 'service-worker/main.ts';
const FILE = 'service-worker.js';
const RELEASE_FILE = 'release-assets.json';
/** Modules of the pages that work without a connection. */
const OFFLINE_MODULES = [
  // Signing out deletes what is kept, also without a connection.
  'app/browser-data.ts',
  'app/data-layout.tsx',
  'app/shell/connection-banner.tsx',
  'app/shell/signed-in-bar.tsx',
  'shared/offline-library/resume-offline.ts',
  // The page that opens after a sign-out.
  'auth/pages/auth-page.tsx',
  'library/pages/library-page.tsx',
  'generation/pages/prompt-to-video-page.tsx',
  'generation/pages/image-to-video-page.tsx',
  'restore/pages/restore-page.tsx',
];

/** Bundles the service worker, and writes the list of assets that it keeps for use without a connection. */
export function serviceWorker(): Plugin {
  let root = '';
  return {
    name: 'luit-service-worker',
    configResolved: (config) => void (root = config.root),
    configureServer({ middlewares }) {
      middlewares.use(`/${FILE}`, (_request, response, next) => {
        bundleServiceWorker(root).then((code) => response.setHeader('content-type', 'text/javascript').end(code), next);
      });
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        this.emitFile({ type: 'asset', fileName: FILE, source: await bundleServiceWorker(root) });
        this.emitFile({ type: 'asset', fileName: RELEASE_FILE, source: JSON.stringify(releaseAssets(bundle)) });
      },
    },
  };
}

/** The service worker as one classic script, because not all browsers run modules as service workers. */
export async function bundleServiceWorker(root: string): Promise<string> {
  const result = (await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      write: false,
      copyPublicDir: false,
      rolldownOptions: { input: SOURCE, output: { format: 'iife', entryFileNames: FILE } },
    },
  })) as Rollup.RollupOutput;
  return result.output[0].code;
}

function releaseAssets(bundle: Rollup.OutputBundle): ReleaseAssets {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const offline = new Set<string>();
  const add = (fileName: string): void => {
    if (offline.has(fileName)) return;
    offline.add(fileName);
    chunks.find((chunk) => chunk.fileName === fileName)?.imports.forEach(add);
  };
  for (const module of OFFLINE_MODULES) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));
    if (!chunk) throw new Error(`No chunk has ${module}, which works without a connection`);
    add(chunk.fileName);
  }
  const paths = (names: Iterable<string>) => [...names].map((name) => `/${name}`);
  return { assets: paths(Object.keys(bundle).filter((name) => name.startsWith('assets/'))), offline: paths(offline) };
}
