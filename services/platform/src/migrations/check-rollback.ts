import { Client } from 'pg';
import { SCHEMAS } from '../database/prepare-database';
import { ownerConnection } from './owner-connection';
import { isNewer } from './release';
import type { AppliedMigration } from './migration-records';

/**
 * Checks whether an older release works with the current schemas. Migrations of the newer release are not undone.
 *
 * @param release for example `0.1.0`
 * @returns the reasons why not, one line each; none if it does
 */
export async function checkRollback(
  adminUrl: string,
  release: string,
  schemas: readonly string[] = SCHEMAS,
): Promise<string[]> {
  const reasons: string[] = [];
  for (const schema of schemas) {
    const client = new Client(ownerConnection(adminUrl, { schema }));
    await client.connect();
    try {
      const { rows } = await client.query<AppliedMigration>(
        'SELECT name, works_with AS "worksWith" FROM migration_releases ORDER BY name',
      );
      for (const { name, worksWith } of rows)
        if (isNewer(worksWith, release))
          reasons.push(`${schema}: ${name} removed what releases before ${worksWith} use`);
    } finally {
      await client.end();
    }
  }
  return reasons;
}
