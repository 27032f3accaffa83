import { generationCalls } from '@luit/contracts/generation/messages';
import type { UsageRow } from '@luit/contracts/generation/usage';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, StreamableFile } from '@nestjs/common';
import { daysBefore, today } from '../../http/business-days';
import { csvLine } from '../../http/csv';
import type { ApiClient } from '../../identities/api-key.guard';
import type { Usage } from './usage';
import type { UsageQuery } from './usage.dto';

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
    const lines = data.map(({ group, ...sums }) => csvLine([group, ...Object.values(sums)]));
    const text = [csvLine([GROUP_COLUMNS[by], ...Object.keys(totals)]), ...lines].join('');
    return new StreamableFile(Buffer.from(text), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="usage-by-${by}-${from}-${to}.csv"`,
    });
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
