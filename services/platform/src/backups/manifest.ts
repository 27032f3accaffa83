import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.number().int().min(0),
  /** Of the uncompressed rows, hex. */
  sha256: z.string().length(64),
});

const manifest = z.object({
  format: z.literal(1),
  /** The moment the database was seen at. */
  at: z.iso.datetime(),
  /** Per schema, the migrations that its tables had been through, the oldest first. */
  migrations: z.record(z.string(), z.array(z.string())),
  tables: z.array(table),
  /** Last value that each sequence gave out; null where it never did. */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), lastValue: z.string().nullable() })),
  /** Where the audit log's chain ended: kept elsewhere, it proves later that nothing before it was cut off or rewritten. */
  auditHead: z.object({ sequence: z.number().int().min(0), hash: z.string().length(64) }).optional(),
  /** How many files were copied; null where files are kept elsewhere. */
  files: z.number().int().min(0).nullable(),
});

export type BackedUpTable = z.infer<typeof table>;
/** What a backup holds. It is written last, so a folder without one is no backup. */
export type Manifest = z.infer<typeof manifest>;

export const manifestFile = (folder: string): string => path.join(folder, 'backup.json');
export const filesFolder = (folder: string): string => path.join(folder, 'files');
export const tableFile = (folder: string, { schema, name }: Pick<BackedUpTable, 'schema' | 'name'>): string =>
  path.join(folder, 'database', `${schema}.${name}.copy.gz`);

/** @throws Error in words an operator can act on where the folder holds no complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(`${folder} holds no complete backup: backup.json is missing.`);
  });
  return manifest.parse(JSON.parse(text));
}
