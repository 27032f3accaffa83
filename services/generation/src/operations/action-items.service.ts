import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import type { JobAction } from '@luit/contracts/operations/jobs';
import { operationsEvents } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { toLuitError } from '@luit/platform/errors/errors';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { CancellationService } from '../requests/cancellation.service';
import { RetriesService } from '../requests/retries.service';

/** One job of an operator's action. */
export interface ActionItem {
  operationId: string;
  adminId: string;
  action: JobAction;
  isBulk: boolean;
  reason: string | null;
  /** The address of the second operator, if one approved it. */
  approvedBy: string | null;
  requestId: string;
  credits: number;
}

/** Past tense of each action, for the audit log. */
export const PAST = { retry: 'retried', cancel: 'canceled', refund: 'refunded' } as const;

/** Applies an action to one job once; after a crash another process claims the item again. */
@Injectable()
export class ActionItemsService {
  private readonly log = new Logger(ActionItemsService.name);

  constructor(
    private readonly database: DataSource,
    private readonly calls: CallClient,
    private readonly cancellation: CancellationService,
    private readonly retries: RetriesService,
  ) {}

  /** False if the item has to be retried later. */
  async run(item: ActionItem): Promise<boolean> {
    try {
      const createdId = await this.apply(item);
      await this.finish(item, null, createdId);
      return true;
    } catch (error) {
      const { code, message } = toLuitError(error);
      if (code === 'unavailable' || code === 'internal_error') {
        this.log.warn({ msg: 'Job action failed; it will be retried', requestId: item.requestId, err: error });
        return false;
      }
      await this.finish(item, message, null);
      return true;
    }
  }

  private async apply({ action, requestId }: ActionItem): Promise<string | null> {
    if (action === 'cancel') await this.cancellation.cancelAny(requestId);
    else if (action === 'refund') await this.refund(requestId);
    else return this.retry(requestId);
    return null;
  }

  /** Billing refunds a job that succeeded; a queued job is canceled, which returns its credits. */
  private async refund(requestId: string): Promise<void> {
    const { state } = await this.read(requestId);
    if (state === 'succeeded') await this.calls.call(billingCalls.refundJob, { requestId });
    else await this.cancellation.cancelWaiting(requestId);
  }

  private async retry(requestId: string): Promise<string> {
    const { ownerId, moneyState } = await this.read(requestId);
    if (moneyState === 'held') throw new LuitError('conflict', 'The credits of this job have not been returned yet');
    return (await this.retries.retryForFree(requestId, ownerId)).id;
  }

  private async read(requestId: string): Promise<{ state: string; ownerId: string; moneyState: string }> {
    const [row] = await this.database.query<{ state: string; ownerId: string; moneyState: string }[]>(
      `SELECT state, user_id AS "ownerId", money_state AS "moneyState" FROM requests WHERE id = $1`,
      [requestId],
    );
    if (!row) throw new LuitError('not_found', 'Request not found');
    return row;
  }

  /** Records the result once, with its audit event in the same transaction. */
  private async finish(item: ActionItem, refusal: string | null, createdId: string | null): Promise<void> {
    const { operationId, requestId, adminId, action, credits, isBulk, reason, approvedBy } = item;
    await this.database.transaction(async (manager) => {
      const [done] = await manager.query<[unknown[], number]>(
        `UPDATE operation_items SET done_at = now(), refusal = $3, created_id = $4
          WHERE operation_id = $1 AND request_id = $2 AND done_at IS NULL RETURNING request_id`,
        [operationId, requestId, refusal, createdId],
      );
      if (done.length === 0 || refusal !== null) return;
      const details: Record<string, string> = { credits: String(credits) };
      if (createdId) details.new_request = createdId;
      if (isBulk) details.bulk = operationId;
      if (reason) details.reason = reason;
      if (approvedBy) details.approvedBy = approvedBy;
      const event = {
        id: uuidv7(),
        adminId,
        action: `job_${PAST[action]}`,
        subject: requestId,
        details,
        // The entry of a bulk action names the owners of all its jobs.
        userIds: isBulk ? [] : await ownersOf(manager, requestId),
      } as const;
      await writeEvent(manager, operationsEvents.operatorActed, event);
    });
  }
}

async function ownersOf(manager: EntityManager, requestId: string): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(`SELECT user_id AS id FROM requests WHERE id = $1`, [requestId]);
  return rows.map(({ id }) => id);
}
