import { toMicros } from '@luit/contracts/billing/money';
import { generationCalls } from '@luit/contracts/generation/messages';
import type {
  ExchangeRate,
  ExchangeRateBody,
  MarginQuery,
  MarginReport,
  MarginSums,
  ProviderCosts,
  ProviderPrice,
  ProviderPriceBody,
} from '@luit/contracts/generation/provider-costs';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { ExportedFile } from '../../../http/answers/exported-file';
import { csvFile } from '../../../http/answers/csv-files';
import { daysBefore, today } from '../../../http/answers/business-days';
import { fromMicros } from './micros';

const DEFAULT_DAYS = 30;

@Injectable()
export class ProviderCostsService {
  constructor(private readonly calls: CallClient) {}

  list(): Promise<ProviderCosts> {
    return this.calls.call(generationCalls.listProviderCosts, {});
  }

  /** @throws LuitError `not_found` for an unknown model */
  addPrice(adminId: string, { price, ...input }: ProviderPriceBody): Promise<{ price: ProviderPrice }> {
    return this.calls.call(generationCalls.addProviderPrice, { ...input, priceMicros: toMicros(price), adminId });
  }

  addRate(adminId: string, { rate, ...input }: ExchangeRateBody): Promise<{ rate: ExchangeRate }> {
    return this.calls.call(generationCalls.addExchangeRate, { ...input, rateMicros: toMicros(rate), adminId });
  }

  /** @throws LuitError `validation_failed` */
  margin({ start, end = today(), by }: MarginQuery): Promise<MarginReport> {
    return this.calls.call(generationCalls.getMargin, {
      from: start ?? daysBefore(end, DEFAULT_DAYS - 1),
      to: end,
      by,
    });
  }

  async marginFile(query: MarginQuery): Promise<ExportedFile> {
    const { start, end, by, rows } = await this.margin(query);
    const head = [by, 'jobs', 'credits', 'captured_inr', 'known_cost_inr', 'jobs_with_unknown_cost', 'margin_inr'];
    const lines = rows.map((row) => [row.key, ...cells(row)]);
    return csvFile(`margin-by-${by}-${start}-${end}.csv`, head, lines);
  }
}

/** The margin is empty while a cost is unknown. */
function cells({ jobs, credits, revenueMicros, costMicros, unknownCostJobs }: MarginSums): (string | number | null)[] {
  const margin = unknownCostJobs > 0 ? null : revenueMicros - costMicros;
  return [
    jobs,
    credits,
    rupees(revenueMicros),
    rupees(costMicros),
    unknownCostJobs,
    margin === null ? null : rupees(margin),
  ];
}

/** A number, which the file shows without a formula's apostrophe. */
function rupees(micros: number): number {
  return Number(fromMicros(micros));
}
