import { LuitError } from '@luit/contracts/errors';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PendingOrdersService } from '../pending-orders/pending-orders.service';
import { CancellationService } from '../requests/cancellation.service';
import { statesSql, UNFINISHED } from '../requests/request-states';

/** What one call cancels; whoever closes an account asks again. */
const BATCH = 50;
const UNFINISHED_SQL = statesSql(UNFINISHED);

@Injectable()
export class AccountDeletionsService {
  constructor(
    private readonly database: DataSource,
    private readonly cancellation: CancellationService,
    private readonly drafts: PendingOrdersService,
  ) {}

  /**
   * Forgets what is not paid, cancels what waits, and asks back what is at a provider. One that is being accepted counts as unfinished: billing
   * refuses its hold, or it is canceled when this is asked again.
   */
  async close(userId: string): Promise<{ unfinished: number }> {
    await this.drafts.deleteUnpaidOf(userId);
    const open: { id: string }[] = await this.database.query(
      `SELECT id FROM requests WHERE user_id = $1 AND state IN (${UNFINISHED_SQL}) AND NOT cancel_requested
        ORDER BY id LIMIT ${BATCH}`,
      [userId],
    );
    for (const { id } of open) await this.cancel(userId, id);
    const [{ unfinished }] = (await this.database.query(
      `SELECT count(*)::int AS unfinished FROM requests WHERE user_id = $1 AND state IN ('accepting', ${UNFINISHED_SQL})`,
      [userId],
    )) as [{ unfinished: number }];
    return { unfinished };
  }

  private async cancel(userId: string, requestId: string): Promise<void> {
    try {
      await this.cancellation.cancel({ userId, requestId });
    } catch (error) {
      // Made, and being collected; or it ended between the two looks. It ends by itself.
      if (!(error instanceof LuitError) || error.code !== 'cancel_not_possible') throw error;
    }
  }
}
