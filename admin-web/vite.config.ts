import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { publishBuild } from '../ui/build/publish-build.ts';

const api = process.env.LUIT_API ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/admin/',
  plugins: [react(), tailwindcss(), publishBuild()],
  // This condition resolves workspace packages to their sources.
  resolve: { conditions: ['luit-source', ...defaultClientConditions], dedupe: ['react', 'react-dom'] },
  server: { port: 5174, proxy: { '/api': api, '/socket.io': { target: api, ws: true } } },
  build: {
    outDir: 'dist',
    license: { fileName: 'licenses.md' },
    // The limit is in kB. Operators load the largest chunk once for each release.
    chunkSizeWarningLimit: 600,
    // The first browser versions with light-dark(). Lowering it would break `data-theme` on elements inside the page.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
  test: {
    environment: 'jsdom',
    // Loads modules and the document once per worker instead of once per file, which takes a fifth of the CPU time. Tests
    // clean up after themselves.
    isolate: false,
    maxWorkers: '100%',
    include: ['src/**/*.spec.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
