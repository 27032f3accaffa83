import type { DataSource } from 'typeorm';
import { outboxLag } from '../health/metrics';
import { Poller } from '../scheduling/poller';

/**
 * Tells how far the relay is behind. Not the relay itself: while Redis is silent it waits, in the middle of a batch, and
 * could tell nothing.
 */
export class OutboxLagGauge extends Poller {
  protected readonly everyMs = 2_000;

  constructor(private readonly database: DataSource) {
    super();
  }

  async round(): Promise<void> {
    const [oldest] = await this.database.query<{ age: string }[]>(
      `SELECT extract(epoch FROM now() - created_at) AS age FROM outbox WHERE relayed_at IS NULL ORDER BY seq LIMIT 1`,
    );
    outboxLag.set(Number(oldest?.age ?? 0));
  }
}
