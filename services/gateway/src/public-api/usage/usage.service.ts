import { generationCalls } from '@luit/contracts/generation/messages';
import type { UsageQuery, UsageRow } from '@luit/contracts/generation/usage';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, type StreamableFile } from '@nestjs/common';
import { daysBefore, today } from '../../http/answers/business-days';
import { csvFile } from '../../http/answers/csv-files';
import type { ApiClient } from '../../access/identities/api-key.guard';
import type { Usage } from './usage';

const DEFAULT_DAYS = 30;
const GROUP_COLUMNS = { day: 'day (IST)', model: 'model', key: 'api_key_id' };

@Injectable()
export class PublicUsageService {
  constructor(private readonly calls: CallClient) {}

  /** @throws LuitError `validation_failed` if the period ends before it begins, or is too long */
  async read({ id: userId }: ApiClient, { group_by: by, from: start, to = today() }: UsageQuery): Promise<Usage> {
    const from = start ?? daysBefore(to, DEFAULT_DAYS - 1);
    const { rows } = await this.calls.call(generationCalls.getUsage, { userId, by, from, to });
    const data = rows.map((row) => ({ group: row.group, ...sumsOf([row]) }));
    return { object: 'usage', group_by: by, from, to, data, totals: sumsOf(rows) };
  }

  async file(client: ApiClient, query: UsageQuery): Promise<StreamableFile> {
    const { group_by: by, from, to, data, totals } = await this.read(client, query);
    const rows = data.map(({ group, ...sums }) => [group, ...Object.values(sums)]);
    return csvFile(`usage-by-${by}-${from}-${to}.csv`, [GROUP_COLUMNS[by], ...Object.keys(totals)], rows);
  }
}

function sumsOf(rows: UsageRow[]): Usage['totals'] {
  const sum = (field: Exclude<keyof UsageRow, 'group'>) => rows.reduce((total, row) => total + row[field], 0);
  return {
    requests: sum('requests'),
    completed: sum('completed'),
    failed: sum('failed'),
    credits_captured: sum('captured'),
    credits_held: sum('held'),
    credits_returned: sum('returned'),
  };
}
