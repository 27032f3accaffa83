import type { JobContract } from '@luit/contracts/messages/message';
import { Queues } from '@luit/platform/queues/queues';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Pauses between attempts, milliseconds. An entry that a worker holds now becomes delayed again shortly after. */
const PAUSES_MS = [0, 50, 150, 400, 1_000, 2_000];

/**
 * Promotes delayed queue entries. This is an optimization: an entry that cannot be promoted runs when its delay ends.
 */
@Injectable()
export class JobPromoter {
  private readonly log = new Logger(JobPromoter.name);

  constructor(
    private readonly queues: Queues,
    private readonly database: DataSource,
  ) {}

  /** For a row with `promote_requested`; stops once a worker has cleared the flag. */
  promoteRequested(contract: JobContract, id: string): void {
    this.retryUntilPromoted(contract, id).catch((error: Error) =>
      this.log.warn({ msg: 'Failed to promote a queue entry', queue: contract.name, id, reason: error.message }),
    );
  }

  private async retryUntilPromoted(contract: JobContract, id: string): Promise<void> {
    for (const pause of PAUSES_MS) {
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause).unref());
      if (await this.queues.promote(contract, id)) return;
      const waiting: unknown[] = await this.database.query(
        `SELECT 1 FROM requests WHERE id = $1 AND promote_requested`,
        [id],
      );
      if (waiting.length === 0) return;
    }
  }
}
