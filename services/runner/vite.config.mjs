import { defineConfig } from 'vite';

/** One file without dependencies, so that it runs on a machine that has nothing but Node. */
export default defineConfig({
  resolve: { conditions: ['luit-source'] },
  ssr: { noExternal: true, resolve: { conditions: ['luit-source'] } },
  build: {
    ssr: 'src/main.ts',
    outDir: 'bundle',
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { format: 'cjs', entryFileNames: 'luit-runner.cjs', banner: '#!/usr/bin/env node' } },
  },
});
