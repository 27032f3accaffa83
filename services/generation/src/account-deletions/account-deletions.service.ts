import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PendingOrdersService } from '../requests/pending-orders.service';
import { CancellationService } from '../requests/cancellation.service';
import { statesSql, UNFINISHED } from '../request-rows/request-states';

/** Requests canceled per call; auth calls again until none is unfinished. */
const BATCH = 50;
const UNFINISHED_SQL = statesSql(UNFINISHED);

@Injectable()
export class AccountDeletionsService {
  constructor(
    private readonly database: DataSource,
    private readonly cancellation: CancellationService,
    private readonly pendingOrders: PendingOrdersService,
  ) {}

  /**
   * Deletes pending orders, cancels queued requests, and asks providers to cancel running ones. A request in state
   * `accepting` counts as unfinished: either billing refuses its hold, or the next call cancels it.
   */
  @OnCall(generationCalls.cancelUserRequests)
  async cancelRequests({
    userId,
  }: RequestOf<typeof generationCalls.cancelUserRequests>): Promise<{ unfinished: number }> {
    await this.pendingOrders.deleteUnpaidOf(userId);
    const cancelable: { id: string }[] = await this.database.query(
      `SELECT id FROM requests WHERE user_id = $1 AND state IN (${UNFINISHED_SQL}) AND NOT cancel_requested
        ORDER BY id LIMIT ${BATCH}`,
      [userId],
    );
    for (const { id } of cancelable) await this.cancel(userId, id);
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
      // The output is being collected, or the request finished after the query. Both finish without a cancel.
      if (!(error instanceof LuitError) || error.code !== 'cancel_not_possible') throw error;
    }
  }
}
