import type { OperatorAction } from '@luit/contracts/auth/audit-log';
import { LuitError } from '@luit/contracts/errors';
import type { generationCalls } from '@luit/contracts/generation/messages';
import type { ExchangeRate, ProviderCosts, ProviderPrice } from '@luit/contracts/generation/provider-costs';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsEvents } from '@luit/contracts/operations/messages';
import { writeEvent } from '@luit/platform/events/outbox';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { CONFIG, type GenerationConfig } from '../config';

type Stored<Entry> = Omit<Entry, 'createdAt'> & { createdAt: Date };
/** Postgres returns bigint as text. */
type PriceRow = Stored<Omit<ProviderPrice, 'priceMicros'>> & { priceMicros: string };
type RateRow = Stored<Omit<ExchangeRate, 'rateMicros'>> & { rateMicros: string };

/** What providers charge, and exchange rates. Entries are only added. */
@Injectable()
export class ProviderCostsService {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  async list(): Promise<ProviderCosts> {
    const [prices, rates] = await Promise.all([
      this.database.query<PriceRow[]>(`SELECT ${PRICE} FROM provider_prices ORDER BY valid_from DESC, id DESC`),
      this.database.query<RateRow[]>(`SELECT ${RATE} FROM exchange_rates ORDER BY valid_from DESC, id DESC`),
    ]);
    return { prices: prices.map(toPrice), rates: rates.map(toRate) };
  }

  /** @throws LuitError `not_found` if there is no such model */
  async addPrice(input: RequestOf<typeof generationCalls.addProviderPrice>): Promise<{ price: ProviderPrice }> {
    const { provider, model, resolution = null, unit, currency, priceMicros, validFrom, reason, adminId } = input;
    await this.requireModel(model);
    const row = await this.add<PriceRow>(
      `INSERT INTO provider_prices (provider, model, resolution, unit, currency, price_micros, valid_from, reason, admin_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${PRICE}`,
      [provider, model, resolution, unit, currency, priceMicros, validFrom, reason, adminId],
      {
        adminId,
        action: 'provider_price_added',
        subject: `${provider} ${model}`,
        details: {
          price: `${decimal(priceMicros)} ${currency} per ${unit}`,
          ...(resolution && { resolution }),
          validFrom,
          reason,
        },
      },
    );
    return { price: toPrice(row) };
  }

  async addRate(input: RequestOf<typeof generationCalls.addExchangeRate>): Promise<{ rate: ExchangeRate }> {
    const { currency, rateMicros, validFrom, reason, adminId } = input;
    const row = await this.add<RateRow>(
      `INSERT INTO exchange_rates (currency, rate_micros, valid_from, reason, admin_id)
       VALUES ($1, $2, $3, $4, $5) RETURNING ${RATE}`,
      [currency, rateMicros, validFrom, reason, adminId],
      {
        adminId,
        action: 'exchange_rate_added',
        subject: currency,
        details: { rate: `${decimal(rateMicros)} INR`, validFrom, reason },
      },
    );
    return { rate: toRate(row) };
  }

  private async requireModel(model: string): Promise<void> {
    if (model === this.config.colorModel) return;
    const [found] = await this.database.query<unknown[]>(`SELECT FROM models WHERE id = $1`, [model]);
    if (!found) throw new LuitError('not_found', `There is no model ${model}`);
  }

  private add<Row>(sql: string, values: unknown[], action: Omit<OperatorAction, 'id'>): Promise<Row> {
    return this.database.transaction(async (manager) => {
      const [row] = await manager.query<Row[]>(sql, values);
      if (!row) throw new Error('The entry was not stored');
      await writeEvent(manager, operationsEvents.operatorActed, { id: uuidv7(), ...action });
      return row;
    });
  }
}

const ENTRY = `id, to_char(valid_from, 'YYYY-MM-DD') AS "validFrom", reason, admin_id AS "adminId", created_at AS "createdAt"`;
const PRICE = `provider, model, resolution, unit, currency, price_micros AS "priceMicros", ${ENTRY}`;
const RATE = `currency, rate_micros AS "rateMicros", ${ENTRY}`;

function toPrice({ priceMicros, createdAt, ...row }: PriceRow): ProviderPrice {
  return { ...row, priceMicros: Number(priceMicros), createdAt: createdAt.toISOString() };
}

function toRate({ rateMicros, createdAt, ...row }: RateRow): ExchangeRate {
  return { ...row, rateMicros: Number(rateMicros), createdAt: createdAt.toISOString() };
}

function decimal(micros: number): string {
  return (micros / 1_000_000).toFixed(6).replace(/\.?0+$/, '');
}
