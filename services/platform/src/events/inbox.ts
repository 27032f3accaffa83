import { acknowledgmentCalls } from '@luit/contracts/messages/acknowledgments';
import type { RequestOf, StoringService } from '@luit/contracts/messages/message';
import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { OnCall } from '../calls/on-call';

type Request = RequestOf<(typeof acknowledgmentCalls)['auth']>;

interface Inbox {
  listHandled(request: Request): Promise<{ eventIds: string[] }>;
}

/** The controller with which a service tells publishers which of their events it has handled or set aside. */
export function inboxControllerOf(service: StoringService): new (database: DataSource) => Inbox {
  @Controller()
  class InboxController implements Inbox {
    constructor(@InjectDataSource() private readonly database: DataSource) {}

    @OnCall(acknowledgmentCalls[service])
    async listHandled({ eventIds }: Request): Promise<{ eventIds: string[] }> {
      const rows: { id: string }[] = await this.database.query(
        `SELECT event_id AS id FROM inbox WHERE event_id = ANY ($1)
          UNION SELECT entry_id::uuid FROM dead_letters
           WHERE source = 'queue' AND kind = 'event' AND entry_id = ANY ($2)`,
        [eventIds, eventIds],
      );
      return { eventIds: rows.map(({ id }) => id) };
    }
  }
  return InboxController;
}
