import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const sha256 = z.string().length(64);
const table = z.object({ schema: z.string(), name: z.string(), rows: z.number().int().min(0) });

/** The content of a backup: one file per table, written by COPY. */
const manifest = z.object({
  /** Time of the database snapshot. */
  at: z.iso.datetime(),
  /** Names of the applied migrations by schema, oldest first. */
  migrations: z.record(z.string(), z.array(z.string())),
  /** Last link of the audit chain. A copy of it reveals later if the chain was truncated or rewritten. */
  auditHead: z.object({ sequence: z.number().int().min(0), hash: sha256 }).optional(),
  /** Number of copied files; null for object storage. */
  files: z.number().int().min(0).nullable(),
  /** The SHA-256 of the uncompressed rows. */
  tables: z.array(table.extend({ columns: z.array(z.string()).min(1), sha256 })),
  /** Last value of each sequence; null if it was never used. */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), lastValue: z.string().nullable() })),
});

export type CopiedTable = Manifest['tables'][number];
/** The content of a backup. It is written last, so a folder without a manifest is an incomplete backup. */
export type Manifest = z.infer<typeof manifest>;

export const manifestFile = (folder: string): string => path.join(folder, 'backup.json');
export const filesFolder = (folder: string): string => path.join(folder, 'files');
export const tableFile = (folder: string, { schema, name }: { schema: string; name: string }): string =>
  path.join(folder, 'database', `${schema}.${name}.copy.gz`);

/** @throws Error if the folder does not contain a complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(`${folder} does not contain a complete backup: backup.json is missing.`);
  });
  return manifest.parse(JSON.parse(text));
}
