import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Approval } from '@luit/contracts/billing/approvals';
import { OperatorClient } from '@luit/smoke/operator-client';
import { newCreator } from '@luit/smoke/smoke-test';
import { until } from '@luit/smoke/until';
import { BlockedTable } from '../blocked-table';
import type { TestCluster } from '../test-cluster';

interface Moment {
  killed: 'billing' | 'gateway';
  /** The table with writers that wait. */
  blocked: 'billing.approvals' | 'billing.transfers';
  /** The statements on it in their order; the process is killed while the last one waits. */
  statements: readonly string[];
  /** True if that statement is rolled back; otherwise it is executed, but no process learns of it. */
  isRolledBack: boolean;
  /** The data that operators read after the crash. */
  after: 'pending' | 'approved';
}

const DECISION = 'decided_by = \\$3';
const CLAIM = 'attempts = attempts';
const RESULT = 'failure = \\$3';

/** When a process dies between the approval of an action and its record. */
export const APPROVING = {
  'billing killed before the decision': {
    ...{
      killed: 'billing',
      blocked: 'billing.approvals',
      statements: [DECISION],
      isRolledBack: true,
      after: 'pending',
    },
  },
  'billing killed between the decision and the execution': {
    ...{ killed: 'billing', blocked: 'billing.approvals', statements: [DECISION, CLAIM], isRolledBack: true },
    after: 'approved',
  },
  'billing killed between the claim and the execution': {
    ...{ killed: 'billing', blocked: 'billing.approvals', statements: [DECISION, CLAIM], isRolledBack: false },
    after: 'approved',
  },
  'billing killed during the execution': {
    ...{ killed: 'billing', blocked: 'billing.transfers', statements: ['adjust_credits'], isRolledBack: true },
    after: 'approved',
  },
  'billing killed between the execution and its record': {
    ...{ killed: 'billing', blocked: 'billing.approvals', statements: [DECISION, CLAIM, RESULT], isRolledBack: true },
    after: 'approved',
  },
  'gateway killed during the execution': {
    ...{ killed: 'gateway', blocked: 'billing.transfers', statements: ['adjust_credits'], isRolledBack: false },
    after: 'approved',
  },
} as const satisfies Record<string, Moment>;

export type ApprovingMoment = keyof typeof APPROVING;

/** A claim lasts 30 seconds, and the service has to start. */
const EXECUTED_WITHIN_MS = 60_000;
const CREDITS = 250;

/** Two operators. Every change of credits by one of them needs the approval of the other. */
export interface TwoOperators {
  requester: OperatorClient;
  approver: OperatorClient;
  approverEmail: string;
}

export async function twoOperators(cluster: TestCluster): Promise<TwoOperators> {
  const approverEmail = `ritu-${randomUUID()}@example.com`;
  await cluster.sql(
    `INSERT INTO auth.admins (email, name, password_hash, role) SELECT $1, 'Ritu', password_hash, role FROM auth.admins WHERE email = $2`,
    [approverEmail, cluster.stack.adminEmail],
  );
  const requester = await OperatorClient.signIn(cluster.stack);
  const approver = await OperatorClient.signIn(cluster.stack, approverEmail);
  await requester.send('PATCH', 'settings', { approveAbove: { refundPaise: null, credits: 0 } });
  return { requester, approver, approverEmail };
}

/**
 * Kills a process while a second operator approves a change of credits. Operators see whether it was approved. An approved change happens
 * exactly once, and a change that was not approved can be approved again.
 *
 * @returns milliseconds from the crash until it was executed
 */
export async function killApproving(
  cluster: TestCluster,
  { requester, approver, approverEmail }: TwoOperators,
  name: ApprovingMoment,
): Promise<number> {
  const moment: Moment = APPROVING[name];
  const creator = await newCreator(cluster.stack);
  const userId = creator.session?.user.id;
  assert(userId);
  const before = (await creator.balance()).credits;
  const change = { credits: before + CREDITS, reason: 'Goodwill after the incident' };
  const { approval } = await requester.send<{ approval: Approval }>('PATCH', `users/${userId}/credits`, change);
  const path = `approvals/${approval.id}`;
  const approve = () => approver.send<Approval>('POST', `${path}/approve`, {});
  const read = async () => {
    const { items } = await approver.get<{ items: Approval[] }>('approvals');
    return items.find(({ id }) => id === approval.id);
  };

  const table = await BlockedTable.block(cluster.stack.postgres, moment.blocked);
  const interrupted = Promise.allSettled([approve()]);
  let killedAt: number;
  try {
    for (const statement of moment.statements.slice(0, -1)) {
      await table.untilWaiting(statement);
      await table.letPass();
    }
    await table.untilWaiting(moment.statements.at(-1));
    await cluster.killAndWait(moment.killed);
    killedAt = Date.now();
    if (moment.isRolledBack) await table.terminateWaiting();
  } finally {
    await table.release();
  }
  const [response] = await interrupted;
  assert.equal(response.status, 'rejected', 'the response of the interrupted approval');
  await cluster.running.untilReady(moment.killed);

  const afterCrash = await until('a definite state', read);
  if (moment.after === 'pending') {
    assert.equal(afterCrash.state, 'pending');
    assert.equal((await creator.balance()).credits, before);
    await until('the second approval', approve);
  } else {
    assert.notEqual(afterCrash.state, 'pending');
    await assert.rejects(approve, /409/);
  }
  const executed = await until(
    'the execution',
    async () => {
      const current = await read();
      return current?.state === 'executed' ? current : undefined;
    },
    EXECUTED_WITHIN_MS,
  );
  const executedMs = Date.now() - killedAt;
  assert.equal(executed.decidedBy, approverEmail);
  assert.equal((await creator.balance()).credits, before + CREDITS);
  await assertOnce(cluster, approval.id, userId);
  assert.deepEqual(await cluster.violations(), {});
  return executedMs;
}

/** One entry of the ledger, and one of each step in the audit log. */
async function assertOnce(cluster: TestCluster, approvalId: string, userId: string): Promise<void> {
  const transfers = await cluster.sql(
    `SELECT FROM billing.transfers WHERE user_id = $1 AND kind = 'adjustment' AND idempotency_key LIKE '%:approval:' || $2`,
    [userId, approvalId],
  );
  assert.equal(transfers.length, 1, 'transfers');
  const entries = await until('the audit log', async () => {
    const rows = await cluster.sql<{ action: string }>(
      `SELECT action FROM audit.entries WHERE subject = $1 AND action IN ('approval_requested', 'approval_approved', 'credits_adjusted')`,
      [userId],
    );
    return rows.length >= 3 ? rows.map(({ action }) => action) : undefined;
  });
  assert.deepEqual(entries.sort(), ['approval_approved', 'approval_requested', 'credits_adjusted']);
}
