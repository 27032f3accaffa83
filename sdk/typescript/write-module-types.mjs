import { writeFile } from 'node:fs/promises';

/** The ES module has the same types as the CommonJS modules. */
await writeFile(new URL('dist/index.d.mts', import.meta.url), "export * from './index.js';\n");
