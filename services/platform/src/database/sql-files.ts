import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Reads `services/<service>/sql/<name>.sql`. The files are outside `src` because the compiler does not copy them to `dist`.
 *
 * @param folder the migration's `__dirname`: `migrations` in the service's `src` or `dist`
 */
export function readSqlFile(folder: string, name: string): string {
  return readFileSync(path.join(folder, '..', '..', 'sql', `${name}.sql`), 'utf8');
}
