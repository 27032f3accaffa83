import { Module } from '@nestjs/common';
import { ErasuresModule } from '../erasures/erasures.module';
import { JobsModule } from '../jobs/jobs.module';
import { NewRequestsModule } from '../new-requests/new-requests.module';
import { PendingOrdersModule } from '../pending-orders/pending-orders.module';
import { QueuesModule } from '../queues/queues.module';
import { Reconciler } from './reconciler';

@Module({
  imports: [ErasuresModule, JobsModule, NewRequestsModule, PendingOrdersModule, QueuesModule],
  providers: [Reconciler],
})
export class ReconciliationModule {}
