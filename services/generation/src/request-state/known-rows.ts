import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RequestEntity } from '../request-rows/request.entity';

const MAX_ROWS = 1_000;

/**
 * Rows as claims and reports left them, for the report that follows a moment later. A row may be outdated, or known to another
 * replica, so a statement that uses it must check lease and sequence.
 */
@Injectable()
export class KnownRows {
  private readonly rows = new Map<string, RequestEntity>();

  constructor(private readonly database: DataSource) {}

  keep(row: RequestEntity): void {
    const [oldest] = this.rows.keys();
    if (oldest !== undefined && this.rows.size >= MAX_ROWS) this.rows.delete(oldest);
    this.rows.set(row.id, row);
  }

  /** Removes the row and returns it. Undefined if it is not known. */
  take(id: string): RequestEntity | undefined {
    const row = this.rows.get(id);
    this.rows.delete(id);
    return row;
  }

  /** The same, but reads an unknown row from the database. */
  async takeOrRead(id: string): Promise<RequestEntity | null> {
    return this.take(id) ?? this.database.manager.findOneBy(RequestEntity, { id });
  }
}
