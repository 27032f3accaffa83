import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RequestLocks } from '../request-state/request-locks';
import { unlessMissing } from '../request-state/unless-missing';
import { SettlementService } from '../settlement/settlement.service';

const BATCH = 100;

/** Jobs that reached their deadline before a provider took them. */
@Injectable()
export class ExpiredJobs {
  constructor(
    private readonly database: DataSource,
    private readonly locks: RequestLocks,
    private readonly settlement: SettlementService,
  ) {}

  /** Fails up to 100 waiting jobs past their deadline, which returns their credits. A locked one fails in a later round. */
  async fail(): Promise<void> {
    const rows: { id: string }[] = await this.database.query(
      `SELECT id FROM waiting_jobs WHERE deadline_at <= now() ORDER BY deadline_at LIMIT ${BATCH}
          FOR UPDATE SKIP LOCKED`,
    );
    for (const { id } of rows) await unlessMissing(this.failOne(id), undefined);
  }

  private failOne(id: string): Promise<void> {
    return this.locks.withRequest(id, async (request) => {
      const { state, deadlineAt } = request.row;
      if (state !== 'pending' || !request.hasPassed(deadlineAt)) return;
      await this.settlement.failOverdue(request, 'not_submitted');
    });
  }
}
