import { acknowledgmentCalls } from '@luit/contracts/messages/acknowledgments';
import type { RequestOf } from '@luit/contracts/messages/message';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { OnCall } from '../calls/on-call';

/** Tells publishers which of their events this service has handled or set aside. */
@Injectable()
export class Inbox {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @OnCall(...Object.values(acknowledgmentCalls))
  async listHandled({ eventIds }: RequestOf<typeof acknowledgmentCalls.auth>): Promise<{ eventIds: string[] }> {
    const rows: { id: string }[] = await this.database.query(
      `SELECT event_id AS id FROM inbox WHERE event_id = ANY ($1)
        UNION SELECT entry_id::uuid FROM dead_letters
         WHERE source = 'queue' AND kind = 'event' AND entry_id = ANY ($2)`,
      [eventIds, eventIds],
    );
    return { eventIds: rows.map(({ id }) => id) };
  }
}
