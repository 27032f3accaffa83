import type { StorageUsage } from '@luit/contracts/generation/storage-usage';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RequestOf } from '@luit/contracts/messages/message';
import { generationCalls } from '@luit/contracts/generation/messages';
import { OnCall } from '@luit/platform/calls/on-call';

/** Reads the indexes `requests_stored` and `derived_files_of_user` alone. */
export const STORAGE_USAGE = `
  SELECT count(*)::int AS items, (coalesce(sum(output_bytes), 0)
           + (SELECT coalesce(sum(coalesce(d.small_bytes, 0) + coalesce(d.animation_bytes, 0)), 0)
                FROM derived_files d WHERE d.user_id = $1))::float8 AS bytes,
         count(*) FILTER (WHERE erase_at IS NOT NULL)::int AS "trashItems",
         coalesce(sum(output_bytes) FILTER (WHERE erase_at IS NOT NULL), 0)::float8 AS "trashBytes"
    FROM requests WHERE user_id = $1 AND output_bytes IS NOT NULL AND erased_at IS NULL`;

/** How much the videos and photos of an account take up. */
@Injectable()
export class StorageUsageService {
  constructor(private readonly database: DataSource) {}

  @OnCall(generationCalls.getStorageUsage)
  async of({ userId }: RequestOf<typeof generationCalls.getStorageUsage>): Promise<StorageUsage> {
    const [row] = await this.database.query<{ items: number; bytes: number; trashItems: number; trashBytes: number }[]>(
      STORAGE_USAGE,
      [userId],
    );
    const { items, bytes, trashItems, trashBytes } = row!;
    return { total: { items, bytes }, trash: { items: trashItems, bytes: trashBytes } };
  }
}
