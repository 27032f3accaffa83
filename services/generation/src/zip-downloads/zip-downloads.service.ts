import { LuitError } from '@luit/contracts/errors';
import type { ZipEntry } from '@luit/contracts/generation/zip-downloads';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RequestOf } from '@luit/contracts/messages/message';
import { generationCalls } from '@luit/contracts/generation/messages';
import { OnCall } from '@luit/platform/calls/on-call';

/** Selections of outputs that are downloaded as one file. */
@Injectable()
export class ZipDownloadsService {
  constructor(private readonly database: DataSource) {}

  /** @throws LuitError `not_found` if none of the requests has an output */
  @OnCall(generationCalls.createZipDownload)
  async create({
    userId,
    requestIds,
  }: RequestOf<typeof generationCalls.createZipDownload>): Promise<{ id: string; files: number }> {
    const chosen = [...new Set(requestIds)];
    const files = (await this.entriesOf(userId, chosen)).length;
    if (files === 0) throw new LuitError('not_found', 'None of these has a file to download.');
    const [created] = await this.database.query<{ id: string }[]>(
      'INSERT INTO zip_downloads (user_id, request_ids) VALUES ($1, $2::uuid[]) RETURNING id',
      [userId, chosen],
    );
    return { id: created!.id, files };
  }

  /** @throws LuitError `not_found` */
  @OnCall(generationCalls.openZipDownload)
  async open({
    id,
  }: RequestOf<typeof generationCalls.openZipDownload>): Promise<{ ownerId: string; entries: ZipEntry[] }> {
    const [selection] = await this.database.query<{ user_id: string; request_ids: string[] }[]>(
      `SELECT user_id, request_ids FROM zip_downloads WHERE id = $1 AND created_at > now() - interval '1 day'`,
      [id],
    );
    if (!selection) throw new LuitError('not_found', 'This download has expired. Please start it again.');
    const { user_id: ownerId, request_ids: requestIds } = selection;
    return { ownerId, entries: await this.entriesOf(ownerId, requestIds) };
  }

  private async entriesOf(userId: string, requestIds: string[]): Promise<ZipEntry[]> {
    const rows = await this.database.query<WithDates<ZipEntry, 'completedAt'>[]>(
      `SELECT r.id AS "requestId", r.type, r.prompt, r.output_key AS "outputKey", r.completed_at AS "completedAt"
         FROM unnest($2::uuid[]) WITH ORDINALITY AS chosen (id, place) JOIN requests r USING (id)
        WHERE r.user_id = $1 AND r.state = 'succeeded' AND r.erase_at IS NULL AND r.output_key IS NOT NULL
          AND r.takedown IS NULL
        ORDER BY chosen.place`,
      [userId, requestIds],
    );
    return rows.map(withIsoTimes);
  }
}
