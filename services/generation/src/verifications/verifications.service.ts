import type { generationCalls } from '@luit/contracts/generation/messages';
import type { NamedOutput, VerifiedOutputs } from '@luit/contracts/generation/verifications';
import type { RequestOf } from '@luit/contracts/messages/message';
import { hasColorsOf, isSimilar, possibleBuckets } from '@luit/platform/fingerprints/similarity';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface OutputRow {
  id: string;
  type: 'video' | 'image_video' | 'restore';
  fingerprint: Buffer | null;
  models: string[];
  madeAt: Date;
}

/** Outputs that are read and compared at a time. */
const PAGE = 2_000;
/** Comparing takes up to 50 µs for each; then other calls come first. */
const COMPARED_AT_ONCE = 20;

/** A request with an output that still exists. An output that is taken down was made here as well. */
const OUTPUTS = `SELECT r.id, r.type, r.fingerprint, r.completed_at AS "madeAt",
         ARRAY(SELECT name FROM models m WHERE m.id IN (r.model, r.color_model)) AS models
    FROM requests r WHERE r.erased_at IS NULL AND (r.output_key IS NOT NULL OR r.late_output_key IS NOT NULL)`;

/** Tells whether a file was made here, by its metadata or its looks. */
@Injectable()
export class VerificationsService {
  constructor(private readonly database: DataSource) {}

  async findNamed({
    requestId,
    possible,
  }: RequestOf<typeof generationCalls.findNamedOutput>): Promise<NamedOutput | null> {
    const [row] = await this.database.query<OutputRow[]>(`${OUTPUTS} AND r.id = $1`, [requestId]);
    if (!row) return null;
    const ofFile = bytesOf(possible).filter(({ length }) => length === row.fingerprint?.length);
    const isAlike = row.fingerprint && ofFile.length > 0 ? isSimilar(row.fingerprint, ofFile) : null;
    return { ...summaryOf([row]), isSimilar: isAlike };
  }

  /**
   * Reads all outputs with about the same average color, so its costs grow with the number of outputs: docs/performance.md has
   * measurements.
   */
  async findSimilar(possible: string[]): Promise<VerifiedOutputs | null> {
    const ofFile = bytesOf(possible);
    if (ofFile.length === 0) return null;
    const found: OutputRow[] = [];
    for (const bucket of possibleBuckets(ofFile)) {
      for (let after: string | null = null, isLast = false; !isLast;) {
        const rows: OutputRow[] = await this.database.query<OutputRow[]>(
          `${OUTPUTS} AND r.fingerprint_bucket = $1 AND ($2::uuid IS NULL OR r.id > $2) ORDER BY r.id LIMIT ${PAGE}`,
          [bucket, after],
        );
        found.push(...(await similarOf(rows, ofFile)));
        after = rows.at(-1)?.id ?? null;
        isLast = rows.length < PAGE;
      }
    }
    return found.length === 0 ? null : summaryOf(found);
  }
}

async function similarOf(rows: OutputRow[], ofFile: Buffer[]): Promise<OutputRow[]> {
  const alike = rows.filter(({ fingerprint }) => fingerprint && ofFile.some((each) => hasColorsOf(fingerprint, each)));
  const found: OutputRow[] = [];
  for (const [index, row] of alike.entries()) {
    if (row.fingerprint && isSimilar(row.fingerprint, ofFile)) found.push(row);
    if (index % COMPARED_AT_ONCE === COMPARED_AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
  }
  return found;
}

function bytesOf(possible: string[]): Buffer[] {
  return possible.map((hex) => Buffer.from(hex, 'hex'));
}

function summaryOf(rows: OutputRow[]): VerifiedOutputs {
  const times = rows.map(({ madeAt }) => madeAt.getTime());
  return {
    kind: rows[0]?.type === 'restore' ? 'photo' : 'video',
    madeFrom: new Date(Math.min(...times)).toISOString(),
    madeUntil: new Date(Math.max(...times)).toISOString(),
    models: [...new Set(rows.flatMap(({ models }) => models))].sort(),
  };
}
