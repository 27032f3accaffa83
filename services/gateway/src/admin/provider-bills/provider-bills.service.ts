import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import {
  BILL_BATCH,
  type BillItem,
  type BillItemStatus,
  providerBill,
  type ProviderBill,
} from '@luit/contracts/generation/provider-bills';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { ExportedFile } from '../../audit/exported-file';
import { readBytes } from '../../http/request-bodies';
import { csvLine } from '../../http/csv';
import { fromMicros } from '../provider-costs/micros';
import { MAX_BILL_BYTES, readBillFile, toBillLines } from './bill-file';
import type { BillImportQuery, BillItemsQuery, BillsQuery } from './provider-bills.dto';

const SAMPLE_LINES = 3;
const EXPORT_PAGE = 1_000;

export const shownBill = providerBill.extend({
  /** The address of the operator who withdrew it. */
  withdrawnBy: z.string().nullable(),
});
type ShownBill = z.infer<typeof shownBill>;

/** Bills of providers. */
@Injectable()
export class ProviderBillsService {
  constructor(private readonly calls: CallClient) {}

  /** Reads the header and the first lines. @throws LuitError `validation_failed`, `payload_too_large` */
  async preview(request: FastifyRequest): Promise<{ columns: string[]; sample: string[][]; lines: number }> {
    const { columns, records } = readBillFile(await bodyOf(request));
    return { columns, sample: records.slice(0, SAMPLE_LINES), lines: records.length };
  }

  /**
   * Imports a file and compares it with our tasks. The same file again returns the bill of its first import.
   *
   * @throws LuitError `validation_failed`, `payload_too_large`
   */
  async import(
    adminId: string,
    { provider, currency, fileName, reason, task, amount, date }: BillImportQuery,
    request: FastifyRequest,
  ): Promise<{ bill: ShownBill; isNew: boolean }> {
    const bytes = await bodyOf(request);
    const columns = { task, amount, date };
    const lines = toBillLines(readBillFile(bytes), columns);
    const { id, isNew } = await this.calls.call(generationCalls.startProviderBill, {
      adminId,
      provider,
      fileName,
      fileHash: createHash('sha256').update(bytes).digest('hex'),
      columns,
      currency,
      reason,
    });
    for (let from = 0; isNew && from < lines.length; from += BILL_BATCH) {
      const batch = lines.slice(from, from + BILL_BATCH);
      await this.calls.call(generationCalls.addProviderBillLines, { id, lines: batch });
    }
    const { bill } = await this.calls.call(generationCalls.compareProviderBill, { id });
    return { bill: await this.shown(bill), isNew };
  }

  /** @throws LuitError `not_found` */
  async withdraw(adminId: string, id: string, reason: string): Promise<{ bill: ShownBill }> {
    const { bill } = await this.calls.call(generationCalls.withdrawProviderBill, { id, adminId, reason });
    return { bill: await this.shown(bill) };
  }

  async list(query: BillsQuery) {
    const { items, ...page } = await this.calls.call(generationCalls.listProviderBills, query);
    return { ...page, items: await this.allShown(items) };
  }

  /** @throws LuitError `not_found` */
  async get(id: string): Promise<{ bill: ShownBill }> {
    const { bill } = await this.calls.call(generationCalls.getProviderBill, { id });
    return { bill: await this.shown(bill) };
  }

  items(id: string, query: BillItemsQuery) {
    return this.calls.call(generationCalls.listBillItems, { id, ...query });
  }

  /** @throws LuitError `not_found` */
  async file(id: string, status?: BillItemStatus): Promise<ExportedFile> {
    const { bill } = await this.calls.call(generationCalls.getProviderBill, { id });
    return ExportedFile.streamed(this.pages(bill, status), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="bill-${bill.provider.replace(/\W/g, '-')}-${bill.from}-${bill.to}.csv"`,
    });
  }

  private async shown(bill: ProviderBill): Promise<ShownBill> {
    const [shown] = await this.allShown([bill]);
    return shown!;
  }

  private async allShown(bills: ProviderBill[]): Promise<ShownBill[]> {
    const adminIds = [...new Set(bills.flatMap(({ withdrawal }) => withdrawal?.adminId ?? []))];
    const { emails } =
      adminIds.length > 0 ? await this.calls.call(authCalls.getAdminEmails, { adminIds }) : { emails: {} };
    const emailOf = (id: string): string | null => (emails as Record<string, string>)[id] ?? null;
    return bills.map((bill) => ({ ...bill, withdrawnBy: bill.withdrawal && emailOf(bill.withdrawal.adminId) }));
  }

  private async *pages({ id, currency }: ProviderBill, status?: BillItemStatus) {
    const head = ['task_id', 'status', 'lines', `billed_${currency}`, `expected_${currency}`, 'job_id', 'earlier_bill'];
    yield { text: csvLine(head), rows: 0 };
    let cursor: string | undefined;
    do {
      const page = await this.calls.call(generationCalls.listBillItems, { id, limit: EXPORT_PAGE, cursor, status });
      yield { text: page.items.map(toCsv).join(''), rows: page.items.length };
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
  }
}

function toCsv({ taskId, status, lines, billedMicros, expectedMicros, requestId, earlierBillId }: BillItem): string {
  const expected = expectedMicros === null ? null : Number(fromMicros(expectedMicros));
  const billed = Number(fromMicros(billedMicros));
  return csvLine([taskId, status, lines.join(' '), billed, expected, requestId, earlierBillId]);
}

async function bodyOf(request: FastifyRequest): Promise<Buffer> {
  try {
    // A request without a body has no stream.
    return request.body instanceof Readable ? await readBytes(request.body, MAX_BILL_BYTES, request) : Buffer.alloc(0);
  } catch (error) {
    if (!(error instanceof LuitError)) throw error;
    throw new LuitError('payload_too_large', 'The file is larger than 5 MB. Split it by date.', {
      details: error.details,
    });
  }
}
