import type { OperatorAction } from '@luit/contracts/auth/audit-log';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type {
  ExchangeRate,
  FailoverChange,
  ProviderCosts,
  ProviderPrice,
} from '@luit/contracts/generation/provider-costs';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsEvents } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { writeEvent } from '@luit/platform/events/outbox';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { CONFIG, type GenerationConfig } from '../config';
import { CostTable } from './job-cost';
import { PublishedModels, readModels } from '../model-revisions/published-models';
import { changesOf } from './takeovers';

type PriceRow = WithDates<ProviderPrice, 'createdAt'>;
type RateRow = WithDates<ExchangeRate, 'createdAt'>;

/** What providers charge today. */
export interface CurrentCosts {
  table: CostTable;
  /** In Asia/Kolkata. */
  day: string;
}

/** Prices of providers, and exchange rates. Entries are only added. */
@Injectable()
export class ProviderCostsService {
  constructor(
    private readonly database: DataSource,
    private readonly published: PublishedModels,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  @OnCall(generationCalls.listProviderCosts)
  list(): Promise<ProviderCosts> {
    return this.read(this.database.manager);
  }

  async current(): Promise<CurrentCosts> {
    const [{ prices, rates }, day] = await Promise.all([this.list(), this.today(this.database.manager)]);
    return { table: new CostTable(prices, rates), day };
  }

  /** In Asia/Kolkata. */
  async today(manager: EntityManager): Promise<string> {
    const [row] = await manager.query<{ day: string }[]>(
      `SELECT to_char(now() AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') AS day`,
    );
    return row?.day ?? '';
  }

  /** @throws LuitError `not_found` for an unknown model; `conflict` if the entry changes the failover, unless that is accepted */
  @OnCall(generationCalls.addProviderPrice)
  async addPrice(input: RequestOf<typeof generationCalls.addProviderPrice>): Promise<{ price: ProviderPrice }> {
    const { provider, model, resolution = null, unit, currency, priceMicros, validFrom, reason, adminId } = input;
    const { acceptsFailover = false } = input;
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
      { validFrom, acceptsFailover },
    );
    return { price: withIsoTimes(row) };
  }

  /** @throws LuitError `conflict` if it changes the failover, unless that is accepted */
  @OnCall(generationCalls.addExchangeRate)
  async addRate(input: RequestOf<typeof generationCalls.addExchangeRate>): Promise<{ rate: ExchangeRate }> {
    const { currency, rateMicros, validFrom, reason, adminId, acceptsFailover = false } = input;
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
      { validFrom, acceptsFailover },
    );
    return { rate: withIsoTimes(row) };
  }

  private async requireModel(model: string): Promise<void> {
    if (model === this.config.colorModel) return;
    const [found] = await this.database.query<unknown[]>(`SELECT FROM models WHERE id = $1`, [model]);
    if (!found) throw new LuitError('not_found', `There is no model ${model}`);
  }

  private async read(manager: EntityManager): Promise<ProviderCosts> {
    const prices = await manager.query<PriceRow[]>(
      `SELECT ${PRICE} FROM provider_prices ORDER BY valid_from DESC, id DESC`,
    );
    const rates = await manager.query<RateRow[]>(
      `SELECT ${RATE} FROM exchange_rates ORDER BY valid_from DESC, id DESC`,
    );
    return { prices: prices.map(withIsoTimes), rates: rates.map(withIsoTimes) };
  }

  private add<Row>(
    sql: string,
    values: unknown[],
    action: Omit<OperatorAction, 'id'>,
    entry: { validFrom: string; acceptsFailover: boolean },
  ): Promise<Row> {
    return this.database.transaction(async (manager) => {
      const before = await this.read(manager);
      const [row] = await manager.query<Row[]>(sql, values);
      if (!row) throw new Error('The entry was not stored');
      const changes = await this.failoverChanges(manager, before, entry.validFrom);
      if (changes.length > 0 && !entry.acceptsFailover) {
        const text = 'This changes which providers may take over. Check the change, then confirm it.';
        throw new LuitError('conflict', text, { details: { failover: changes } });
      }
      const details = { ...action.details, ...(changes.length > 0 && { failover: changes.map(inWords).join('; ') }) };
      await writeEvent(manager, operationsEvents.operatorActed, { id: uuidv7(), ...action, details });
      return row;
    });
  }

  /** The failover changes that entries added since `before` cause on their first day, or today if that has passed. */
  private async failoverChanges(
    manager: EntityManager,
    before: ProviderCosts,
    validFrom: string,
  ): Promise<FailoverChange[]> {
    const [after, models, today] = [await this.read(manager), await readModels(manager), await this.today(manager)];
    const day = validFrom > today ? validFrom : today;
    const entries = new Map(models.map(({ id, entry }) => [id, entry]));
    const of = ({ prices, rates }: ProviderCosts) => ({ table: new CostTable(prices, rates), entries, day });
    const providers = new Map(models.map((model) => [model.id, this.published.chosenProviders(model)]));
    return changesOf(providers, of(before), of(after));
  }
}

function inWords({ model, before, after }: FailoverChange): string {
  return `${model}: ${before.join(', ')} → ${after.join(', ')}`;
}

const ENTRY = `id, to_char(valid_from, 'YYYY-MM-DD') AS "validFrom", reason, admin_id AS "adminId", created_at AS "createdAt"`;
const PRICE = `provider, model, resolution, unit, currency, price_micros::float8 AS "priceMicros", ${ENTRY}`;
const RATE = `currency, rate_micros::float8 AS "rateMicros", ${ENTRY}`;

function decimal(micros: number): string {
  return (micros / 1_000_000).toFixed(6).replace(/\.?0+$/, '');
}
