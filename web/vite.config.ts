import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lingui } from '@lingui/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions } from 'vite';
import { publishBuild } from '../ui/build/publish-build.ts';
import { developerDocs } from './build/developer-docs.ts';
import { messages } from './build/messages.ts';
import { publicDocuments } from './build/public-documents.ts';
import { serviceWorker } from './build/service-worker.ts';
import { defineConfig } from 'vitest/config';

const api = process.env.LUIT_API ?? 'http://127.0.0.1:8080';

/** Found from any working directory. */
const LINGUI = { failOnMissing: true, configPath: fileURLToPath(new URL('./lingui.config.ts', import.meta.url)) };

const ROUTER = fileURLToPath(new URL('../production', import.meta.resolve('react-router')));

/** Small modules that pages share. */
const SHARED = /[\\/](@tanstack|lucide-react|ui[\\/]src|web[\\/]src[\\/](app|lib|shared|features))[\\/]/;
/** Modules that import a library that not every page needs: dialogs, toasts, the live connection. */
const WITH_LIBRARY =
  /[\\/](dialog|popover|tabs|toaster|tooltip|[a-z-]+-dialog|live-activity)\.tsx$|(features[\\/]activity|shared[\\/]live)[\\/]/;

export default defineConfig({
  plugins: [
    developerDocs(),
    messages(),
    lingui(LINGUI),
    react(),
    tailwindcss(),
    serviceWorker(),
    publicDocuments(),
    publishBuild(),
  ],
  // Workspace packages export their sources under this condition.
  resolve: {
    conditions: ['luit-source', ...defaultClientConditions],
    dedupe: ['react', 'react-dom'],
    // The package exports only its development build, which contains warnings.
    alias: [{ find: /^react-router$/, replacement: join(ROUTER, 'index.mjs') }],
  },
  server: { proxy: { '/api': api, '/v1': api, '/socket.io': { target: api, ws: true } } },
  build: {
    outDir: 'dist',
    // All supported browsers know modulepreload.
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.md' },
    // The first versions with light-dark(). The lowered form would not follow a nested `data-theme`.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        // The first file names all others. Seven characters are 42 bits, enough to tell apart the releases of one file.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
              priority: 3,
            },
            { name: 'first', tags: ['$initial'], priority: 2 },
            // Shared modules in one file: HTTP/1.1 allows six parallel requests, and each costs a round trip.
            { name: 'parts', test: (id) => SHARED.test(id) && !WITH_LIBRARY.test(id), minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    // Workers share modules and the document between files, which takes a fifth of the CPU time. Each test cleans up
    // after itself; a shuffled order confirms it.
    isolate: false,
    maxWorkers: '100%',
    include: ['{build,src}/**/*.spec.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
