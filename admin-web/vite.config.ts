import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';

const api = process.env.LUIT_API ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/admin/',
  plugins: [react(), tailwindcss()],
  // Workspaces are built from source: their `exports` offer it under this condition.
  resolve: { conditions: ['luit-source', ...defaultClientConditions], dedupe: ['react', 'react-dom'] },
  server: { port: 5174, proxy: { '/api': api, '/socket.io': { target: api, ws: true } } },
  build: {
    outDir: 'dist',
    license: { fileName: 'licenses.md' },
    // The first versions with light-dark(): lowered, it would no longer follow a `data-theme` inside the page.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
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
