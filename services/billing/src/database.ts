import type { DatabaseSettings } from '@luit/platform/database/data-source-options';
import type { BillingConfig } from './config';
import { LedgerTables1763700000000 } from './migrations/1763700000000-ledger-tables';
import { LedgerFunctions1763700001000 } from './migrations/1763700001000-ledger-functions';
import { HoldFunctions1763700001001 } from './migrations/1763700001001-hold-functions';
import { Payments1763700002000 } from './migrations/1763700002000-payments';
import { Refunds1764000000000 } from './migrations/1764000000000-refunds';
import { Reclaims1764000001000 } from './migrations/1764000001000-reclaims';
import { AccountClosing1764200000000 } from './migrations/1764200000000-account-closing';
import { Settings1764400000000 } from './migrations/1764400000000-settings';
import { Scoreboard1764500000000 } from './migrations/1764500000000-scoreboard';
import { Invoices1764400001000 } from './migrations/1764400001000-invoices';
import { Operators1764800000000 } from './migrations/1764800000000-operators';
import { TransactionsByType1764900000000 } from './migrations/1764900000000-transactions-by-type';
import { UsageByType1765000000000 } from './migrations/1765000000000-usage-by-type';
import { ReclaimOfTransfer1765100000000 } from './migrations/1765100000000-reclaim-of-transfer';
import { JobReturns1764700000000 } from './migrations/1764700000000-job-returns';
import { OrderEntity } from './orders/order.entity';
import { CreditPackEntity } from './packs/credit-pack.entity';

export function databaseSettings(config: BillingConfig['database']): DatabaseSettings {
  return {
    service: 'billing',
    url: config.url,
    pool: config.pool,
    entities: [CreditPackEntity, OrderEntity],
    migrations: [
      LedgerTables1763700000000,
      LedgerFunctions1763700001000,
      HoldFunctions1763700001001,
      Payments1763700002000,
      Refunds1764000000000,
      Reclaims1764000001000,
      AccountClosing1764200000000,
      Settings1764400000000,
      Scoreboard1764500000000,
      Invoices1764400001000,
      Operators1764800000000,
      TransactionsByType1764900000000,
      UsageByType1765000000000,
      ReclaimOfTransfer1765100000000,
      JobReturns1764700000000,
    ],
  };
}
