import type { ContentReport, ContentReportsQuery, ReportDecisionBody } from '@luit/contracts/auth/content-reports';
import { authCalls } from '@luit/contracts/auth/messages';
import { isPermitted } from '@luit/contracts/auth/operator-permissions';
import type { Approval } from '@luit/contracts/billing/approvals';
import type { AccountWithTakedowns } from '@luit/contracts/http/takedowns';
import type { TakedownKind } from '@luit/contracts/auth/takedown-kinds';
import { LuitError } from '@luit/contracts/errors';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Operator } from '../../../access/identities/token.strategy';
import { TakedownsService } from '../../jobs/job-operations/takedowns.service';

interface Target {
  kind: TakedownKind;
  requestId: string;
  reason: string;
}

/** The queue of reports, and the decisions on them. */
@Injectable()
export class AdminContentReportsService {
  constructor(
    private readonly calls: CallClient,
    private readonly takedowns: TakedownsService,
  ) {}

  list({ limit, cursor, kind, status }: ContentReportsQuery) {
    return this.calls.call(authCalls.listContentReports, { limit, cursor, kind, isOpen: status === 'open' });
  }

  async repeatedTakedowns(): Promise<{ items: AccountWithTakedowns[] }> {
    const { accounts } = await this.calls.call(operationsCalls.listRepeatedTakedowns, {});
    const userIds = accounts.map(({ userId }) => userId);
    if (userIds.length === 0) return { items: [] };
    const { emails } = await this.calls.call(authCalls.getEmails, { userIds });
    const items = accounts.map(({ userId, takedowns, latestAt }) => ({
      user_id: userId,
      email: emails[userId] ?? null,
      takedowns,
      latest_at: latestAt,
    }));
    return { items };
  }

  /**
   * A takedown takes effect before its report is decided: if this process crashes in between, the report stays open, and deciding it again
   * completes it.
   * Credits that return with it may wait for a second operator.
   *
   * @throws LuitError `validation_failed` for a takedown without a job or a kind; `not_found`, `conflict`
   */
  async decide(admin: Operator, reportId: string, input: ReportDecisionBody) {
    if (!isUUID(reportId)) throw new LuitError('not_found', 'Report not found');
    const { decision, answer, kind, requestId } = input;
    let approval: Approval | null = null;
    if (decision === 'taken_down') {
      if (requestId === undefined || kind === undefined) throw incomplete();
      if (!isPermitted(admin.role, 'takedowns.take_down'))
        throw new LuitError('forbidden', 'Your role cannot take outputs down');
      approval = await this.takeDown(admin, { kind, requestId, reason: answer });
    }
    const decided = { adminId: admin.id, reportId, decision, answer, requestId };
    const report: ContentReport = await this.calls.call(authCalls.decideContentReport, decided);
    return { message: 'The report has been decided', report, approval };
  }

  private async takeDown(admin: Operator, target: Target): Promise<Approval | null> {
    const { takedowns } = await this.calls.call(operationsCalls.getJob, { id: target.requestId });
    if (takedowns.some(({ liftedAt }) => liftedAt === null)) return null;
    return this.takedowns.takeDown(admin, target);
  }
}

function incomplete(): LuitError {
  const text = 'Enter the kind, and the ID of the job whose output is taken down';
  return new LuitError('validation_failed', text, { details: { requestId: text } });
}
