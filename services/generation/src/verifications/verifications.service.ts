import { generationCalls } from '@luit/contracts/generation/messages';
import { OUTPUT_OF } from '@luit/contracts/generation/outputs';
import type { RequestType } from '@luit/contracts/generation/plans';
import type { NamedOutput, VerifiedOutputs } from '@luit/contracts/generation/verifications';
import type { RequestOf } from '@luit/contracts/messages/message';
import { isSimilar, possibleBuckets, possibleColors } from '@luit/media/fingerprints/similarity';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OnCall } from '@luit/platform/calls/on-call';

interface Candidate {
  id: string;
  fingerprint: Buffer;
}

interface OutputRow {
  type: RequestType;
  fingerprint: Buffer | null;
  models: string[];
  madeAt: Date;
}

const KINDS = { video: 'video', image: 'image', restoration: 'photo' } as const;
/** Outputs that are read and compared at a time. */
const PAGE = 2_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Comparing takes up to 50 µs for each; then other calls come first. */
const COMPARED_AT_ONCE = 20;

/** A request with an output that still exists. An output that is taken down was made here as well. */
const OUTPUTS = `SELECT r.type, r.fingerprint, r.completed_at AS "madeAt",
         ARRAY(SELECT entry ->> 'name' FROM published_models m WHERE m.id IN (r.model, r.color_model)) AS models
    FROM requests r WHERE r.erased_at IS NULL AND (r.output_key IS NOT NULL OR r.late_output_key IS NOT NULL)`;

/** Tells whether a file was made here, by its metadata or its looks. */
@Injectable()
export class VerificationsService {
  constructor(private readonly database: DataSource) {}

  @OnCall(generationCalls.findNamedOutput)
  async findNamed({
    requestId,
    kind,
    possible,
  }: RequestOf<typeof generationCalls.findNamedOutput>): Promise<{ output: NamedOutput | null; isErased: boolean }> {
    const [row] = await this.database.query<OutputRow[]>(`${OUTPUTS} AND r.id = $1`, [requestId]);
    if (!row) return { output: null, isErased: await this.isErased(requestId) };
    const facts = summaryOf([row]);
    const isSameKind = (kind === 'video') === (facts.kind === 'video');
    const isAlike = isSameKind ? isCopyOf(row.fingerprint, bytesOf(possible)) : false;
    return { output: { ...facts, isSimilar: isAlike }, isErased: false };
  }

  private async isErased(requestId: string): Promise<boolean> {
    const erased = `SELECT FROM requests WHERE id = $1 AND erased_at IS NOT NULL AND state = 'succeeded'`;
    return (await this.database.query<unknown[]>(erased, [requestId])).length > 0;
  }

  /**
   * Compares all outputs with about the same colors, so its costs grow with the number of outputs: docs/performance.md has
   * measurements.
   */
  @OnCall(generationCalls.findSimilarOutputs)
  async findSimilar({
    possible,
  }: RequestOf<typeof generationCalls.findSimilarOutputs>): Promise<{ outputs: VerifiedOutputs | null }> {
    const ofFile = bytesOf(possible);
    if (ofFile.length === 0) return { outputs: null };
    const ids: string[] = [];
    for (const bucket of possibleBuckets(ofFile)) {
      for await (const candidates of this.candidatesIn(bucket, ofFile))
        ids.push(...(await similarOf(candidates, ofFile)));
    }
    if (ids.length === 0) return { outputs: null };
    const rows = await this.database.query<OutputRow[]>(`${OUTPUTS} AND r.id = ANY ($1)`, [ids]);
    return { outputs: rows.length === 0 ? null : summaryOf(rows) };
  }

  /** Pages of outputs, which the index contains. */
  private async *candidatesIn(bucket: number, ofFile: Buffer[]): AsyncGenerator<Candidate[]> {
    const conditions = possibleColors(ofFile).map(
      ({ at, from, to }) => `get_byte(fingerprint, ${at}) BETWEEN ${from} AND ${to}`,
    );
    const length = ofFile[0]?.length ?? 0;
    for (let after = FIRST_ID, isLast = false; !isLast;) {
      const rows = await this.database.query<Candidate[]>(
        `SELECT id, fingerprint FROM requests WHERE fingerprint_bucket = $1 AND id > $2
            AND CASE WHEN octet_length(fingerprint) = ${length} THEN ${conditions.join(' AND ')} ELSE false END
          ORDER BY id LIMIT ${PAGE}`,
        [bucket, after],
      );
      yield rows;
      after = rows.at(-1)?.id ?? after;
      isLast = rows.length < PAGE;
    }
  }
}

/** Null if they cannot be compared. */
function isCopyOf(fingerprint: Buffer | null, possible: Buffer[]): boolean | null {
  const ofFile = possible.filter(({ length }) => length === fingerprint?.length);
  return fingerprint && ofFile.length > 0 ? isSimilar(fingerprint, ofFile) : null;
}

/** @returns their ids */
async function similarOf(candidates: Candidate[], ofFile: Buffer[]): Promise<string[]> {
  const found: string[] = [];
  for (const [index, { id, fingerprint }] of candidates.entries()) {
    if (isSimilar(fingerprint, ofFile)) found.push(id);
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
    kind: KINDS[OUTPUT_OF[rows[0]!.type]],
    madeFrom: new Date(Math.min(...times)).toISOString(),
    madeUntil: new Date(Math.max(...times)).toISOString(),
    models: [...new Set(rows.flatMap(({ models }) => models))].sort(),
  };
}
