import type { JobContract } from '@luit/contracts/messages/message';
import { Queues } from '@luit/platform/jobs/queues';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Pauses between the tries, milliseconds. An entry that a worker holds this moment is delayed again shortly after. */
const PAUSES_MS = [0, 50, 150, 400, 1_000, 2_000];

/**
 * Brings delayed queue entries forward. Only ever makes things sooner: an entry that could not be woken comes by
 * itself when its delay is over.
 */
@Injectable()
export class JobPromoter {
  private readonly log = new Logger(JobPromoter.name);

  constructor(
    private readonly queues: Queues,
    private readonly database: DataSource,
  ) {}

  /** For a row with `promote_requested`; ends when its worker has seen the flag. */
  promoteRequested(contract: JobContract, id: string): void {
    this.start(contract, id, 'promote_requested');
  }

  /** For a row that waits for a place at its provider; ends when it is no longer waiting. */
  promoteWaiting(contract: JobContract, id: string): void {
    this.start(contract, id, `state = 'pending' AND slot_requested_at IS NOT NULL`);
  }

  private start(contract: JobContract, id: string, condition: string): void {
    this.retryUntilPromoted(contract, id, condition).catch((error: Error) =>
      this.log.warn({ msg: 'An entry could not be woken', queue: contract.name, id, reason: error.message }),
    );
  }

  private async retryUntilPromoted(contract: JobContract, id: string, condition: string): Promise<void> {
    for (const pause of PAUSES_MS) {
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause).unref());
      if (await this.queues.promote(contract, id)) return;
      const needed: unknown[] = await this.database.query(`SELECT 1 FROM requests WHERE id = $1 AND ${condition}`, [
        id,
      ]);
      if (needed.length === 0) return;
    }
  }
}
