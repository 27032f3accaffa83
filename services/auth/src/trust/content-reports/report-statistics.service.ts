import type { KindStatistics, ReportStatistics } from '@luit/contracts/auth/report-statistics';
import { TAKEDOWN_KINDS } from '@luit/contracts/auth/takedown-kinds';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { firstDayOf } from '@luit/contracts/messages/quarters';
import { CallClient } from '@luit/platform/calls/call-client';
import { isInQuarter } from '@luit/contracts/messages/is-in-quarter';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { RequestOf } from '@luit/contracts/messages/message';
import { authCalls } from '@luit/contracts/auth/messages';
import { OnCall } from '@luit/platform/calls/on-call';

type Counts = Omit<KindStatistics, 'takedowns' | 'lifts'>;

const COUNTS = `
  SELECT kind, count(*)::int AS received,
         count(*) FILTER (WHERE decided_at <= due_at)::int AS "decidedInTime",
         count(*) FILTER (WHERE decided_at > due_at)::int AS "decidedLate",
         count(*) FILTER (WHERE state = 'open')::int AS open,
         count(*) FILTER (WHERE state = 'taken_down')::int AS "takenDown",
         count(*) FILTER (WHERE state = 'rejected')::int AS rejected,
         count(*) FILTER (WHERE state = 'answered')::int AS answered,
         round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM decided_at - received_at)) / 3600)::numeric, 1)::float8
           AS "medianHours"
    FROM content_reports WHERE ${isInQuarter('received_at')} GROUP BY kind`;

const NONE: Omit<Counts, 'kind'> = {
  ...{ received: 0, decidedInTime: 0, decidedLate: 0, open: 0 },
  ...{ takenDown: 0, rejected: 0, answered: 0, medianHours: null },
};

/** Counts reports by kind, and takedowns, which generation counts. */
@Injectable()
export class ReportStatisticsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly calls: CallClient,
  ) {}

  /** @throws LuitError `unavailable` while generation is */
  @OnCall(authCalls.getReportStatistics)
  async of({ quarter }: RequestOf<typeof authCalls.getReportStatistics>): Promise<ReportStatistics> {
    const [counts, { kinds: takedowns }] = await Promise.all([
      this.database.query<Counts[]>(COUNTS, [firstDayOf(quarter)]),
      this.calls.call(operationsCalls.countTakedowns, { quarter }),
    ]);
    const kinds = TAKEDOWN_KINDS.map((kind) => ({
      ...NONE,
      ...{ takedowns: 0, lifts: 0 },
      ...counts.find((each) => each.kind === kind),
      ...takedowns.find((each) => each.kind === kind),
      kind,
    }));
    return { quarter, kinds };
  }
}
