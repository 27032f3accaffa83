import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.number().int().min(0),
  /** SHA-256 of the uncompressed rows, in hex. */
  sha256: z.string().length(64),
});

const manifest = z.object({
  format: z.literal(1),
  /** Time of the database snapshot. */
  at: z.iso.datetime(),
  /** Names of the applied migrations by schema, oldest first. */
  migrations: z.record(z.string(), z.array(z.string())),
  tables: z.array(table),
  /** Last value of each sequence; null if it was never used. */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), lastValue: z.string().nullable() })),
  /** Last link of the audit chain. A copy of it reveals later if the chain was truncated or rewritten. */
  auditHead: z.object({ sequence: z.number().int().min(0), hash: z.string().length(64) }).optional(),
  /** Number of copied files; null for object storage. */
  files: z.number().int().min(0).nullable(),
});

export type BackedUpTable = z.infer<typeof table>;
/** Content of a backup. It is written last, so a folder without a manifest is an incomplete backup. */
export type Manifest = z.infer<typeof manifest>;

export const manifestFile = (folder: string): string => path.join(folder, 'backup.json');
export const filesFolder = (folder: string): string => path.join(folder, 'files');
export const tableFile = (folder: string, { schema, name }: Pick<BackedUpTable, 'schema' | 'name'>): string =>
  path.join(folder, 'database', `${schema}.${name}.copy.gz`);

/** @throws Error if the folder does not contain a complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(`${folder} does not contain a complete backup: backup.json is missing.`);
  });
  return manifest.parse(JSON.parse(text));
}
