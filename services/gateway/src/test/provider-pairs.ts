import { generationCalls } from '@luit/contracts/generation/messages';
import {
  BillExportQuery,
  BillImportQuery,
  BillItemsQuery,
  BillsQuery,
  BillWithdrawalDto,
} from '../admin/provider-bills/provider-bills.dto';
import { toMicros } from '../admin/provider-costs/micros';
import { ExchangeRateDto, MarginQuery, ProviderPriceDto } from '../admin/provider-costs/provider-costs.dto';
import { ProviderRotationDto } from '../admin/providers/providers.dto';
import { z } from 'zod';
import { ID, type Pair, shapeOf } from './dto-schema-pair';

const microsOf = (text: unknown) => (typeof text === 'string' ? toMicros(text) : Number.NaN);

/** The operators' changes of providers. */
export const PROVIDER_PAIRS: Pair[] = [
  {
    dto: ProviderRotationDto,
    schema: generationCalls.setProviderRotation.input,
    valid: { reason: 'a reason' },
    added: { adminId: ID, provider: 'fal', isOut: true },
  },
  {
    dto: ProviderPriceDto,
    schema: generationCalls.addProviderPrice.input,
    valid: {
      provider: 'fal',
      model: 'seedance',
      resolution: '480p',
      unit: 'second',
      currency: 'USD',
      price: '0.18',
      validFrom: '2026-11-01',
      reason: 'a reason',
      acceptsFailover: true,
    },
    added: { adminId: ID },
    renamed: { price: 'priceMicros' },
    converted: { price: microsOf },
  },
  {
    dto: ExchangeRateDto,
    schema: generationCalls.addExchangeRate.input,
    valid: { currency: 'USD', rate: '84.5', validFrom: '2026-11-01', reason: 'a reason', acceptsFailover: true },
    added: { adminId: ID },
    renamed: { rate: 'rateMicros' },
    converted: { rate: microsOf },
  },
  {
    dto: MarginQuery,
    schema: generationCalls.getMargin.input,
    valid: { start: '2026-02-27', end: '2026-11-21', by: 'day' },
    renamed: { start: 'from', end: 'to' },
  },
  {
    dto: BillImportQuery,
    schema: z.object({
      ...shapeOf(generationCalls.startProviderBill.input),
      ...shapeOf(shapeOf(generationCalls.startProviderBill.input).columns!),
    }),
    valid: {
      provider: 'fal',
      currency: 'USD',
      fileName: 'bill.csv',
      task: 'id',
      amount: 'cost',
      date: 'day',
      reason: 'a reason',
    },
    added: { adminId: ID, fileHash: 'a'.repeat(64), columns: { task: 'a', amount: 'b', date: 'c' } },
  },
  {
    dto: BillWithdrawalDto,
    schema: generationCalls.withdrawProviderBill.input,
    valid: { reason: 'a reason' },
    added: { id: ID, adminId: ID },
  },
  {
    dto: BillsQuery,
    schema: generationCalls.listProviderBills.input,
    valid: { limit: 20, cursor: ID },
  },
  {
    dto: BillItemsQuery,
    schema: generationCalls.listBillItems.input,
    valid: { limit: 20, cursor: 'a', status: 'missing' },
    added: { id: ID },
  },
  {
    dto: BillExportQuery,
    schema: z.object({ status: shapeOf(generationCalls.listBillItems.input).status! }),
    valid: { status: 'missing' },
  },
];
