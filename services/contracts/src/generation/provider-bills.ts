import { z } from 'zod';
import { operatorReason } from '../auth/audit-log';
import { cursor, day, id, opaqueCursor, optional, page, pageSize, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { currency } from './provider-costs';

/** Lines of a bill that one call adds. */
export const BILL_BATCH = 1_000;
const MAX_BILL_LINES = 20_000;

/**
 * `matched`: billed as expected · `price_differs`: billed another amount · `price_unknown`: ours, but without a price to compare ·
 * `no_output`: ours, but it gave no output that we needed (the job failed, or the task is a duplicate) · `billed_twice`: more than
 * one charge in this bill, or billed by an earlier one · `unknown`: not a task of ours · `missing`: ours, but not on the bill ·
 * `without_task`: lines without a task id, such as totals and fees
 */
export const billItemStatus = z.enum([
  'matched',
  'price_differs',
  'price_unknown',
  'no_output',
  'billed_twice',
  'unknown',
  'missing',
  'without_task',
]);
export type BillItemStatus = z.infer<typeof billItemStatus>;

const columnName = z.string().min(1).max(200);

/** Millionths of the bill's currency; negative for a credit note. */
const amountMicros = z.int();
const billLine = z.object({
  /** Number of the record in the file, from 1 for the first one after the header. */
  line: z.int().min(1).max(MAX_BILL_LINES),
  /** Null where the cell is empty. */
  taskId: z.string().min(1).max(200).nullable(),
  amountMicros,
  /** Null where the cell is empty, as in a line of totals. */
  date: day.nullable(),
});
export type BillLine = z.infer<typeof billLine>;

const billSums = z.object({
  status: billItemStatus,
  items: z.number(),
  billedMicros: z.number(),
  /** Sum for the tasks whose price is known. */
  expectedMicros: z.number(),
});
export type BillSums = z.infer<typeof billSums>;

export const providerBill = z.object({
  id,
  provider: z.string(),
  fileName: z.string(),
  fileHash: z.string(),
  currency,
  reason: z.string(),
  adminId: id,
  createdAt: timestamp,
  lines: z.number(),
  /** First and last day of its lines, as written in the file. */
  from: day,
  to: day,
  totalMicros: z.number(),
  /** One entry per status that occurs. */
  sums: z.array(billSums),
  /** Null unless an operator found that the import was wrong. */
  withdrawal: z.object({ at: timestamp, adminId: id, reason: z.string() }).nullable(),
});
/** A provider's bill, compared with our tasks. */
export type ProviderBill = z.infer<typeof providerBill>;

export const billItem = z.object({
  id: z.string(),
  taskId: z.string().nullable(),
  status: billItemStatus,
  /** Lines of the file with this task. */
  lines: z.array(z.number()),
  billedMicros: z.number(),
  /** Null where it is unknown. */
  expectedMicros: z.number().nullable(),
  requestId: id.nullable(),
  /** The earlier bill that contains the task. */
  earlierBillId: id.nullable(),
});
/** A task on a bill, or one that is missing there. */
export type BillItem = z.infer<typeof billItem>;

export const providerBillCalls = {
  /**
   * Begins the import of a bill. The same file with the same columns returns the bill of its first import, which `isNew` tells,
   * unless that was withdrawn.
   * An import that was cut off continues.
   */
  startProviderBill: call('generation.startProviderBill', {
    input: z.object({
      adminId: id,
      provider: z.string().min(1).max(64),
      fileName: z.string().min(1).max(200),
      fileHash: z.string().regex(/^[0-9a-f]{64}$/),
      /** Which column holds what. */
      columns: z.object({ task: columnName, amount: columnName, date: columnName }),
      currency,
      reason: operatorReason,
    }),
    output: z.object({ id, isNew: z.boolean() }),
  }),
  /** Idempotent by the number of the line. */
  addProviderBillLines: call('generation.addProviderBillLines', {
    input: z.object({ id, lines: z.array(billLine).max(BILL_BATCH) }),
    output: z.object({}),
  }),
  /** Compares the bill with our tasks. Idempotent: a compared bill stays as it is. */
  compareProviderBill: call('generation.compareProviderBill', {
    input: z.object({ id }),
    output: z.object({ bill: providerBill }),
    timeoutMs: 20_000,
  }),
  /**
   * For a wrong import. The bill stays, but other bills ignore it, and its file can be imported again. Idempotent. `not_found`,
   * `conflict` if the import was cut off.
   */
  withdrawProviderBill: call('generation.withdrawProviderBill', {
    input: z.object({ id, adminId: id, reason: operatorReason }),
    output: z.object({ bill: providerBill }),
    timeoutMs: 20_000,
  }),
  /** Newest first, with those that were withdrawn. */
  listProviderBills: call('generation.listProviderBills', {
    isForOperators: true,
    input: z.object({ limit: pageSize.max(100), cursor }),
    output: page(providerBill),
  }),
  /** `not_found`. */
  getProviderBill: call('generation.getProviderBill', {
    input: z.object({ id }),
    output: z.object({ bill: providerBill }),
  }),
  listBillItems: call('generation.listBillItems', {
    isForOperators: true,
    input: z.object({ id, limit: pageSize, cursor: opaqueCursor, status: optional(billItemStatus) }),
    output: page(billItem),
  }),
};
