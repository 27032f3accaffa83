import type { WebhookAttempt } from '@luit/contracts/auth/webhooks';
import { Batcher } from '@luit/platform/database/batcher';

/** How a statement treats rows that another transaction has locked. Without `SKIP LOCKED` it waits for them. */
export type LockedRows = 'SKIP LOCKED' | '';

/** Records attempts of different deliveries, and returns the recorded ones, in any order. */
type Statement<Recorded> = (attempts: WebhookAttempt[], lockedRows: LockedRows) => Promise<Recorded[]>;

/**
 * Records concurrent attempts with one statement, which waits for no lock. Afterward, an attempt gets its own statement if its delivery or
 * endpoint is locked, or if its delivery occurs twice, so that the others do not wait for it.
 */
export class WebhookAttemptBatcher<Recorded extends { deliveryId: string }> {
  private readonly batches = new Batcher<WebhookAttempt, Recorded | undefined>((attempts) => this.recordAll(attempts));

  constructor(private readonly statement: Statement<Recorded>) {}

  /** Undefined if the delivery cannot be attempted anymore. */
  async record(attempt: WebhookAttempt): Promise<Recorded | undefined> {
    return (await this.batches.add(attempt)) ?? (await this.statement([attempt], ''))[0];
  }

  private async recordAll(attempts: WebhookAttempt[]): Promise<(Recorded | undefined)[]> {
    const first = new Map(attempts.toReversed().map((attempt) => [attempt.deliveryId, attempt]));
    const recorded = await this.statement([...first.values()].toReversed(), 'SKIP LOCKED');
    const byId = new Map(recorded.map((row) => [row.deliveryId, row]));
    return attempts.map((attempt) =>
      first.get(attempt.deliveryId) === attempt ? byId.get(attempt.deliveryId) : undefined,
    );
  }
}
