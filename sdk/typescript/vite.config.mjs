import { defineConfig } from 'vite';

/** The ES module, beside the CommonJS modules that the compiler writes. */
export default defineConfig({
  build: {
    lib: { entry: 'src/index.ts', formats: ['es'], fileName: () => 'index.mjs' },
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    minify: false,
    sourcemap: true,
    rollupOptions: { external: ['openapi-fetch', 'eventsource-parser'] },
  },
});
