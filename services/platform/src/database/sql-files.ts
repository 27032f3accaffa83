import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Reads `<folder>/<name>.sql`. Migrations pass `__dirname`; the build copies `.sql` files into `dist`, beside the compiled
 * migration.
 */
export function readSqlFile(folder: string, name: string): string {
  return readFileSync(path.join(folder, `${name}.sql`), 'utf8');
}
