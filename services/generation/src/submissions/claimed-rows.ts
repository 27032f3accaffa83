import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RequestEntity } from '../request-state/request.entity';
import { toEntity } from '../request-state/request-rows';

const MAX_ROWS = 1_000;

/**
 * Rows as claims returned them, for the report that follows a moment later. A row may be outdated, or claimed through another
 * replica, so a statement that uses it must check lease and sequence.
 */
@Injectable()
export class ClaimedRows {
  private readonly rows = new Map<string, RequestEntity>();

  constructor(private readonly database: DataSource) {}

  /** @param columns a row of `requests` as the driver returns it */
  set(columns: Record<string, unknown>): RequestEntity {
    const row = toEntity(this.database, columns);
    const [oldest] = this.rows.keys();
    if (oldest !== undefined && this.rows.size >= MAX_ROWS) this.rows.delete(oldest);
    this.rows.set(row.id, row);
    return row;
  }

  /** Removes the row and returns it. Reads it from the database if it is not known. */
  async take(id: string): Promise<RequestEntity | null> {
    const row = this.rows.get(id);
    this.rows.delete(id);
    return row ?? this.database.manager.findOneBy(RequestEntity, { id });
  }
}
