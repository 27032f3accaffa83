import type { BillItemStatus } from '@luit/contracts/generation/provider-bills';
import type { EntityManager } from 'typeorm';
import type { CostTable, Task } from '../provider-costs/job-cost';

export interface Bill {
  id: string;
  provider: string;
  currency: string;
}

/** A task on the bill or in our tables, with all that decides its status. */
export interface BilledTask {
  taskId: string | null;
  lines: number[];
  billedMicros: number;
  /** Charges above zero in this bill. */
  charges: number;
  earlierBillId: string | null;
  requestId: string | null;
  /** The job succeeded with this task. */
  hasOutput: boolean;
  model: string | null;
  resolution: string | null;
  duration: number | null;
  day: string | null;
}

export interface Item {
  taskId: string | null;
  status: BillItemStatus;
  lines: number[];
  charges: number;
  hasOutput: boolean;
  billedMicros: number;
  expectedMicros: number | null;
  requestId: string | null;
  earlierBillId: string | null;
}

/** Providers and we may round to a millionth differently. */
const ROUNDING_MICROS = 1;

export function toItem(task: BilledTask, { provider, currency }: Bill, table: CostTable): Item {
  const { taskId, lines, charges, hasOutput, billedMicros, requestId, earlierBillId } = task;
  const expected = expectedMicros(task, provider, currency, table);
  return {
    taskId,
    status: statusOf(task, expected),
    lines,
    charges,
    hasOutput,
    billedMicros,
    expectedMicros: expected,
    requestId,
    earlierBillId,
  };
}

/** Null if no one knows the price in the currency of the bill. */
function expectedMicros(task: BilledTask, provider: string, currency: string, table: CostTable): number | null {
  if (task.requestId === null || task.model === null || task.resolution === null || task.day === null) return null;
  if (!task.hasOutput) return 0;
  const { model, resolution, duration, day } = task;
  const charge = table.chargeOf({ provider, model, resolution, duration, day } satisfies Task);
  return charge?.currency === currency ? Number(charge.micros) : null;
}

/** What costs most comes first: a task may be billed twice and also without an output. */
export function statusOf(
  task: Omit<BilledTask, 'model' | 'resolution' | 'duration' | 'day'>,
  expected: number | null,
): BillItemStatus {
  if (task.taskId === null) return 'without_task';
  if (task.requestId === null) return 'unknown';
  if (task.lines.length === 0) return 'missing';
  if (task.charges > 1 || (task.charges > 0 && task.earlierBillId !== null)) return 'billed_twice';
  if (!task.hasOutput) return 'no_output';
  if (expected === null) return 'price_unknown';
  return Math.abs(task.billedMicros - expected) <= ROUNDING_MICROS ? 'matched' : 'price_differs';
}

/** Tasks of the bill, then those that are missing there. Tasks of jobs with two steps have the model of their step. */
export function readTasks(manager: EntityManager, bill: Bill): Promise<BilledTask[]> {
  return manager.query<BilledTask[]>(TASKS_SQL, [bill.id, bill.provider]);
}

/** The first bill that was imported before `bill` and charges a task. The same file with other columns is no earlier bill. */
export const earlierBillSql = (taskId: string): string => `
  SELECT line.bill_id FROM provider_bill_lines line JOIN provider_bills other ON other.id = line.bill_id
   WHERE line.external_id = ${taskId} AND line.amount_micros > 0 AND other.id < bill.id AND other.provider = bill.provider
     AND other.file_hash <> bill.file_hash AND other.withdrawn_at IS NULL
   ORDER BY line.bill_id LIMIT 1`;

const TASKS_SQL = `
  WITH billed AS (
    SELECT external_id, array_agg(line ORDER BY line) AS lines, sum(amount_micros) AS micros,
           count(*) FILTER (WHERE amount_micros > 0) AS charges, min(line) AS first
      FROM provider_bill_lines WHERE bill_id = $1 AND external_id IS NOT NULL GROUP BY external_id
    UNION ALL
    SELECT NULL, array_agg(line ORDER BY line), sum(amount_micros), 0, min(line)
      FROM provider_bill_lines WHERE bill_id = $1 AND external_id IS NULL GROUP BY line
  ), period AS (
    SELECT min(billed_on) AS first_day, max(billed_on) AS last_day FROM provider_bill_lines WHERE bill_id = $1
  ), missing AS (
    -- Days of a bill are taken as UTC. A job ends within a day of its submission; the index is by the time of its end.
    SELECT r.external_id FROM period, requests r
     WHERE r.state = 'succeeded' AND r.provider = $2 AND r.plan_id IN (SELECT id FROM plans)
       AND r.completed_at >= period.first_day::timestamp AT TIME ZONE 'UTC' AND r.completed_at < (period.last_day + 2)::timestamp AT TIME ZONE 'UTC'
       AND r.submitted_at >= period.first_day::timestamp AT TIME ZONE 'UTC' AND r.submitted_at < (period.last_day + 1)::timestamp AT TIME ZONE 'UTC'
       AND NOT EXISTS (SELECT FROM billed WHERE billed.external_id = r.external_id)
  ), compared AS (
    SELECT external_id, lines, micros, charges, first FROM billed
    UNION ALL SELECT external_id, '{}', 0, 0, NULL FROM missing
  )
  SELECT compared.external_id AS "taskId", lines, micros::float8 AS "billedMicros", charges::int AS charges,
         earlier.bill_id AS "earlierBillId", r.id AS "requestId",
         coalesce(r.state = 'succeeded' AND task.status = 'ended', false) AS "hasOutput",
         CASE WHEN r.color_model IS NOT NULL AND r.external_id <> task.external_id THEN r.color_model ELSE r.model END AS model,
         r.resolution, r.duration, to_char(business_day(coalesce(r.submitted_at, task.recorded_at)), 'YYYY-MM-DD') AS day
    FROM provider_bills bill CROSS JOIN compared
    LEFT JOIN provider_tasks task ON task.provider = $2 AND task.external_id = compared.external_id
    LEFT JOIN requests r ON r.id = task.request_id
    LEFT JOIN LATERAL (${earlierBillSql('compared.external_id')}) AS earlier ON true
   WHERE bill.id = $1
   ORDER BY first NULLS LAST, compared.external_id`;
