import { LuitError } from '@luit/contracts/errors';
import type { generationCalls } from '@luit/contracts/generation/messages';
import type { BillItem, ProviderBill } from '@luit/contracts/generation/provider-bills';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsEvents } from '@luit/contracts/operations/messages';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { CostTable } from '../provider-costs/job-cost';
import { ProviderCostsService } from '../provider-costs/provider-costs.service';
import { type Bill, earlierBillSql, type Item, readTasks, statusOf, toItem } from './bill-comparison';

type Page<Row> = { items: Row[]; nextCursor: string | null; total: number; isTotalCapped: boolean };

const ITEMS_AT_ONCE = 2_000;

/** Imports bills of providers and compares them with our tasks. */
@Injectable()
export class ProviderBillsService {
  constructor(
    private readonly database: DataSource,
    private readonly costs: ProviderCostsService,
  ) {}

  async start(input: RequestOf<typeof generationCalls.startProviderBill>): Promise<{ id: string; isNew: boolean }> {
    const { adminId, provider, fileName, fileHash, columns, currency, reason } = input;
    return this.database.transaction(async (manager) => {
      const [added] = await manager.query<{ id: string }[]>(
        `INSERT INTO provider_bills (provider, file_name, file_hash, columns, currency, reason, admin_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (provider, file_hash, columns) WHERE withdrawn_at IS NULL DO NOTHING RETURNING id`,
        [provider, fileName, fileHash, JSON.stringify(columns), currency, reason, adminId],
      );
      if (added) {
        const details = { file: fileName, reason };
        const event = { id: uuidv7(), adminId, action: 'provider_bill_imported', subject: provider, details } as const;
        await writeEvent(manager, operationsEvents.operatorActed, event);
        return { id: added.id, isNew: true };
      }
      const [known] = await manager.query<{ id: string; isCompared: boolean }[]>(
        `SELECT id, compared_at IS NOT NULL AS "isCompared" FROM provider_bills
          WHERE provider = $1 AND file_hash = $2 AND columns = $3 AND withdrawn_at IS NULL`,
        [provider, fileHash, JSON.stringify(columns)],
      );
      if (!known) throw new Error('The bill was neither added nor found');
      return { id: known.id, isNew: !known.isCompared };
    });
  }

  /** @throws LuitError `not_found`, `conflict` if the bill has been compared */
  async addLines({
    id,
    lines,
  }: RequestOf<typeof generationCalls.addProviderBillLines>): Promise<Record<string, never>> {
    await this.database.transaction(async (manager) => {
      if (await wasCompared(manager, id)) throw new LuitError('conflict', 'The bill has been compared');
      await manager.query(
        `INSERT INTO provider_bill_lines (bill_id, line, external_id, amount_micros, billed_on)
         SELECT $1, line, "taskId", "amountMicros", date
           FROM jsonb_to_recordset($2) AS l (line int, "taskId" text, "amountMicros" bigint, date date)
         ON CONFLICT (bill_id, line) DO NOTHING`,
        [id, JSON.stringify(lines)],
      );
    });
    return {};
  }

  /** @throws LuitError `not_found` */
  async compare({ id }: { id: string }): Promise<{ bill: ProviderBill }> {
    const { prices, rates } = await this.costs.list();
    await this.database.transaction(async (manager) => {
      if (await wasCompared(manager, id)) return;
      const [bill] = await manager.query<Bill[]>(`SELECT id, provider, currency FROM provider_bills WHERE id = $1`, [
        id,
      ]);
      if (!bill) throw notFound();
      await lockComparisons(manager, bill.provider);
      const table = new CostTable(prices, rates);
      const items = (await readTasks(manager, bill)).map((task) => toItem(task, bill, table));
      for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
        await store(manager, id, items.slice(from, from + ITEMS_AT_ONCE), from);
      }
      await manager.query(`UPDATE provider_bills SET compared_at = now() WHERE id = $1`, [id]);
    });
    return this.get({ id });
  }

  /**
   * Keeps the bill with its lines and result, and compares the tasks that it shares with later bills again. Idempotent.
   *
   * @throws LuitError `not_found`, `conflict` if the import was cut off
   */
  async withdraw({
    id,
    adminId,
    reason,
  }: RequestOf<typeof generationCalls.withdrawProviderBill>): Promise<{ bill: ProviderBill }> {
    await this.database.transaction(async (manager) => {
      const { provider, fileName, isCompared, isWithdrawn } = await lock(manager, id);
      if (!isCompared) throw new LuitError('conflict', 'The import was cut off. Import the file again to complete it.');
      if (isWithdrawn) return;
      await lockComparisons(manager, provider);
      await manager.query(
        `UPDATE provider_bills SET withdrawn_at = now(), withdrawn_by = $2, withdrawal_reason = $3 WHERE id = $1`,
        [id, adminId, reason],
      );
      await updateBilledEarlier(manager, id);
      const details = { file: fileName, reason };
      const event = { id: uuidv7(), adminId, action: 'provider_bill_withdrawn', subject: provider, details } as const;
      await writeEvent(manager, operationsEvents.operatorActed, event);
    });
    return this.get({ id });
  }

  /** @throws LuitError `not_found` */
  async get({ id }: { id: string }): Promise<{ bill: ProviderBill }> {
    const [bill] = await this.read(`bill.id = $1`, [id]);
    if (!bill) throw notFound();
    return { bill };
  }

  async list({ limit, cursor }: RequestOf<typeof generationCalls.listProviderBills>): Promise<Page<ProviderBill>> {
    const [bills, [{ total }]] = await Promise.all([
      this.read(`bill.compared_at IS NOT NULL AND ($1::uuid IS NULL OR bill.id < $1) ORDER BY bill.id DESC LIMIT $2`, [
        cursor ?? null,
        limit + 1,
      ]),
      this.database.query(`SELECT count(*)::int AS total FROM provider_bills WHERE compared_at IS NOT NULL`) as Promise<
        [{ total: number }]
      >,
    ]);
    const items = bills.slice(0, limit);
    return { items, nextCursor: bills.length > limit ? items.at(-1)!.id : null, total, isTotalCapped: false };
  }

  async items(input: RequestOf<typeof generationCalls.listBillItems>): Promise<Page<BillItem>> {
    const { id, limit, cursor, status = null } = input;
    const after = Number(cursor ?? -1);
    const rows = await this.database.query<(BillItem & { position: number })[]>(
      `SELECT position, position::text AS id, external_id AS "taskId", status, lines, billed_micros::float8 AS "billedMicros",
              expected_micros::float8 AS "expectedMicros", request_id AS "requestId", earlier_bill_id AS "earlierBillId"
         FROM provider_bill_items WHERE bill_id = $1 AND position > $2 AND ($3::text IS NULL OR status = $3)
        ORDER BY position LIMIT $4`,
      [id, Number.isInteger(after) ? after : -1, status, limit + 1],
    );
    const [{ total }] = (await this.database.query(
      `SELECT count(*)::int AS total FROM provider_bill_items WHERE bill_id = $1 AND ($2::text IS NULL OR status = $2)`,
      [id, status],
    )) as [{ total: number }];
    const items = rows.slice(0, limit).map(({ position: _position, ...item }) => item);
    return { items, nextCursor: rows.length > limit ? items.at(-1)!.id : null, total, isTotalCapped: false };
  }

  private async read(condition: string, values: unknown[]): Promise<ProviderBill[]> {
    const rows = await this.database.query<(Omit<ProviderBill, 'createdAt'> & { createdAt: Date })[]>(
      `SELECT bill.id, provider, file_name AS "fileName", file_hash AS "fileHash", currency, reason, admin_id AS "adminId",
              created_at AS "createdAt", CASE WHEN withdrawn_at IS NOT NULL
                THEN jsonb_build_object('at', withdrawn_at, 'adminId', withdrawn_by, 'reason', withdrawal_reason) END AS withdrawal, file.*, ${SUMS} AS sums
         FROM provider_bills bill, LATERAL (
           SELECT count(*)::int AS lines, coalesce(to_char(min(billed_on), 'YYYY-MM-DD'), '') AS "from",
                  coalesce(to_char(max(billed_on), 'YYYY-MM-DD'), '') AS "to",
                  coalesce(sum(amount_micros), 0)::float8 AS "totalMicros"
             FROM provider_bill_lines WHERE bill_id = bill.id) AS file
        WHERE ${condition}`,
      values,
    );
    return rows.map(({ withdrawal, ...row }) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      withdrawal: withdrawal && { ...withdrawal, at: new Date(withdrawal.at).toISOString() },
    }));
  }
}

const SUMS = `(SELECT coalesce(jsonb_agg(of_status ORDER BY status), '[]') FROM (
  SELECT status, count(*) AS items, sum(billed_micros) AS "billedMicros", coalesce(sum(expected_micros), 0) AS "expectedMicros"
    FROM provider_bill_items WHERE bill_id = bill.id GROUP BY status) AS of_status)`;

interface LockedBill {
  provider: string;
  fileName: string;
  isCompared: boolean;
  isWithdrawn: boolean;
}

async function lock(manager: EntityManager, id: string): Promise<LockedBill> {
  const [bill] = await manager.query<LockedBill[]>(
    `SELECT provider, file_name AS "fileName", compared_at IS NOT NULL AS "isCompared", withdrawn_at IS NOT NULL AS "isWithdrawn"
       FROM provider_bills WHERE id = $1 FOR UPDATE`,
    [id],
  );
  if (!bill) throw notFound();
  return bill;
}

/** Locks the bill, so that it is compared once. */
async function wasCompared(manager: EntityManager, id: string): Promise<boolean> {
  return (await lock(manager, id)).isCompared;
}

/** A bill that is compared while another one is withdrawn would refer to the withdrawn one. */
async function lockComparisons(manager: EntityManager, provider: string): Promise<void> {
  await manager.query(`SELECT pg_advisory_xact_lock(hashtext('provider_bills'), hashtext($1))`, [provider]);
}

type JudgedItem = Omit<Item, 'status'> & { billId: string; position: number };

/** What later bills say about the tasks of a bill that was withdrawn. Their expectations stay as they were on the day of the import. */
async function updateBilledEarlier(manager: EntityManager, withdrawnId: string): Promise<void> {
  const items = await manager.query<JudgedItem[]>(
    `SELECT item.bill_id AS "billId", position, external_id AS "taskId", lines, charges, has_output AS "hasOutput",
            billed_micros::float8 AS "billedMicros", expected_micros::float8 AS "expectedMicros", request_id AS "requestId",
            (${earlierBillSql('item.external_id')}) AS "earlierBillId"
       FROM provider_bill_items item JOIN provider_bills bill ON bill.id = item.bill_id WHERE item.earlier_bill_id = $1`,
    [withdrawnId],
  );
  const changed = items.map((item) => ({ ...item, status: statusOf(item, item.expectedMicros) }));
  for (let from = 0; from < changed.length; from += ITEMS_AT_ONCE) {
    await manager.query(
      `UPDATE provider_bill_items item SET status = changed.status, earlier_bill_id = changed."earlierBillId"
         FROM jsonb_to_recordset($1) AS changed ("billId" uuid, position int, status text, "earlierBillId" uuid)
        WHERE item.bill_id = changed."billId" AND item.position = changed.position`,
      [JSON.stringify(changed.slice(from, from + ITEMS_AT_ONCE))],
    );
  }
}

async function store(manager: EntityManager, billId: string, items: Item[], from: number): Promise<void> {
  await manager.query(
    `INSERT INTO provider_bill_items (bill_id, position, external_id, status, lines, charges, has_output, billed_micros, expected_micros, request_id,
       earlier_bill_id)
     SELECT $1, position, "taskId", status, ARRAY(SELECT jsonb_array_elements_text(lines)::int), charges, "hasOutput", "billedMicros", "expectedMicros",
            "requestId", "earlierBillId"
       FROM jsonb_to_recordset($2) AS item (position int, "taskId" text, status text, lines jsonb, charges int, "hasOutput" boolean, "billedMicros" bigint,
         "expectedMicros" bigint, "requestId" uuid, "earlierBillId" uuid)`,
    [billId, JSON.stringify(items.map((item, i) => ({ ...item, position: from + i })))],
  );
}

function notFound(): LuitError {
  return new LuitError('not_found', 'Bill not found');
}
