import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions } from 'vite';
import { publicDocuments } from './build/public-documents';
import { defineConfig } from 'vitest/config';

const api = process.env.LUIT_API ?? 'http://127.0.0.1:8080';

/** Small modules that pages are made of. */
const PART = /[\\/](@tanstack|lucide-react|ui[\\/]src|web[\\/]src[\\/](app|lib|features))[\\/]/;
/** Those that bring a library with them, which not every page needs: dialogs, toasts, the live connection. */
const HEAVY =
  /[\\/](dialog|popover|tabs|toaster|tooltip|[a-z-]+-dialog|live-activity)\.tsx$|features[\\/](activity|live)[\\/]/;

export default defineConfig({
  plugins: [react(), tailwindcss(), publicDocuments()],
  // Workspaces are built from source: their `exports` offer it under this condition.
  resolve: { conditions: ['luit-source', ...defaultClientConditions], dedupe: ['react', 'react-dom'] },
  server: { proxy: { '/api': api, '/socket.io': { target: api, ws: true } } },
  build: {
    outDir: 'dist',
    license: { fileName: 'licenses.md' },
    // The first versions with light-dark(): lowered, it would no longer follow a `data-theme` inside the page.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
              priority: 3,
            },
            { name: 'first', tags: ['$initial'], priority: 2 },
            // What pages share, in one file: over HTTP/1.1 six go at a time, and each costs a round trip.
            { name: 'parts', test: (id) => PART.test(id) && !HEAVY.test(id), minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    // Modules and the document are made once for each worker, not for each file: a fifth of the processor time. What a
    // test leaves behind it takes away itself, as the shuffled order showed.
    isolate: false,
    maxWorkers: '100%',
    include: ['src/**/*.spec.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: 30_000,
  },
});
