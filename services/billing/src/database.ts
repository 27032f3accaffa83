import type { DatabaseSettings } from '@luit/platform/database/data-source-options';
import type { BillingConfig } from './config';
import { InvoiceEntity } from './invoices/invoice.entity';
import { Baseline1763700000000 } from './migrations/1763700000000-baseline';
import { OrderEntity } from './orders/order.entity';
import { CreditPackEntity } from './packs/credit-pack.entity';
import { PromoCodeEntity } from './promo-codes/promo-code.entity';

export function databaseSettings(config: BillingConfig['database']): DatabaseSettings {
  return {
    service: 'billing',
    url: config.url,
    replicaUrl: config.replicaUrl,
    pool: config.pool,
    entities: [CreditPackEntity, InvoiceEntity, OrderEntity, PromoCodeEntity],
    migrations: [Baseline1763700000000],
  };
}
