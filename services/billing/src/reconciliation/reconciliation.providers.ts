import { AlertReporter } from '@luit/platform/alerts/alert-reporter';
import { CallClient } from '@luit/platform/calls/call-client';
import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import { DuePoller } from '@luit/platform/scheduling/due-poller';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import type { Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { databaseSettings } from '../database';
import { AlertCauses } from './alert-causes';
import { billingChecks } from './billing-checks';
import { HoldReconciler } from './hold-reconciler';
import { OrphanedOrders } from './orphaned-orders';
import { PaymentReconciler } from './payment-reconciler';
import { RefundReconciler } from './refund-reconciler';

export const RECONCILIATION: Provider[] = [
  AlertCauses,
  HoldReconciler,
  OrphanedOrders,
  PaymentReconciler,
  RefundReconciler,
  {
    provide: InvariantMonitor,
    inject: [Scheduler, BILLING_CONFIG, DataSource, HoldReconciler, PaymentReconciler, RefundReconciler],
    useFactory: (
      scheduler: Scheduler,
      { database, reconcile }: BillingConfig,
      source: DataSource,
      holds: HoldReconciler,
      payments: PaymentReconciler,
      refunds: RefundReconciler,
    ) =>
      new InvariantMonitor(
        scheduler,
        databaseSettings(database),
        source,
        billingChecks(reconcile, holds, payments, refunds),
        reconcile.intervalMs,
      ),
  },
  {
    provide: AlertReporter,
    inject: [Scheduler, CallClient, AlertCauses, DuePoller],
    useFactory: (...dependencies: Required<ConstructorParameters<typeof AlertReporter>>) =>
      new AlertReporter(...dependencies),
  },
];
