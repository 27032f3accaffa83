import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { from } from 'pg-copy-streams';
import { listAlwaysTriggers, listTables, quoted } from './catalog';
import { Digest } from './digest';
import { type CopiedTable, type Manifest, tableFile } from './manifest';

/**
 * Replaces all rows with the copies of a backup. Runs in the transaction of the client, whose role must be a superuser: triggers
 * and foreign keys are disabled until it ends.
 */
export async function restoreCopies(client: ClientBase, folder: string, manifest: Manifest): Promise<void> {
  await client.query("SET LOCAL session_replication_role = 'replica'");
  await emptyTables(client);
  for (const table of manifest.tables) await copyIn(client, folder, table);
  for (const sequence of manifest.sequences) {
    if (sequence.lastValue === null) continue;
    await client.query('SELECT setval($1::regclass, $2)', [quoted(client, sequence), sequence.lastValue]);
  }
}

/** Truncates all tables. The guards of append-only tables are disabled only inside this transaction. */
async function emptyTables(client: ClientBase): Promise<void> {
  const tables = (await listTables(client)).map((table) => quoted(client, table));
  const guards = await listAlwaysTriggers(client);
  const alter = (action: string) => async (guard: (typeof guards)[number]) =>
    client.query(`ALTER TABLE ${quoted(client, guard)} ${action} TRIGGER ${client.escapeIdentifier(guard.trigger)}`);
  for (const guard of guards) await alter('DISABLE')(guard);
  await client.query(`TRUNCATE ${tables.join(', ')}`);
  for (const guard of guards) await alter('ENABLE ALWAYS')(guard);
}

async function copyIn(client: ClientBase, folder: string, table: CopiedTable): Promise<void> {
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const digest = new Digest();
  const target = client.query(from(`COPY ${quoted(client, table)} (${columns}) FROM STDIN`));
  await pipeline(createReadStream(tableFile(folder, table)), createGunzip(), digest, target);
  if (digest.hex !== table.sha256 || target.rowCount !== table.rows)
    throw new Error(`${tableFile(folder, table)} does not match the manifest. Nothing was restored.`);
}
