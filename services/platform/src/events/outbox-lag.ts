import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { outboxLagSources } from '../metrics/metrics';
import { within } from '../scheduling/within';

/** A scrape waits no longer for Postgres, milliseconds. */
const TIMEOUT_MS = 2_000;

/** Measures how far the relay is behind, when metrics are scraped. */
export class OutboxLag implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(OutboxLag.name);
  private readonly source = () => this.read();
  private last = 0;

  constructor(private readonly database: DataSource) {}

  onApplicationBootstrap(): void {
    outboxLagSources.add(this.source);
  }

  beforeApplicationShutdown(): void {
    outboxLagSources.delete(this.source);
  }

  /** Age of the oldest row that is not relayed, seconds. While Postgres does not answer, the value of the last scrape. */
  private async read(): Promise<number> {
    try {
      const [oldest] = await within(
        TIMEOUT_MS,
        this.database.query<{ age: string }[]>(
          `SELECT extract(epoch FROM now() - created_at) AS age FROM outbox WHERE relayed_at IS NULL ORDER BY seq LIMIT 1`,
        ),
      );
      this.last = Number(oldest?.age ?? 0);
    } catch (error) {
      this.log.warn({ msg: 'Measuring the outbox lag failed', reason: (error as Error).message });
    }
    return this.last;
  }
}
