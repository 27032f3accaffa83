// Copies `services/*/src/**/*.sql` to `dist`, because the TypeScript compiler emits only its own output.
import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const services = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'services');

export function copySqlFiles() {
  for (const service of readdirSync(services)) {
    const [src, dist] = ['src', 'dist'].map((folder) => path.join(services, service, folder));
    for (const file of readdirSync(src, { recursive: true })) {
      if (file.endsWith('.sql')) cpSync(path.join(src, file), path.join(dist, file));
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) copySqlFiles();
