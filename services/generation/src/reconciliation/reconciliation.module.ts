import { Module } from '@nestjs/common';
import { ModelChecksModule } from '../model-checks/model-checks.module';
import { DerivedFilesModule } from '../derived-files/derived-files.module';
import { DispatchModule } from '../dispatch/dispatch.module';
import { ErasuresModule } from '../erasures/erasures.module';
import { QueuesModule } from '../queues/queues.module';
import { RequestsModule } from '../requests/requests.module';
import { ProviderTasksModule } from '../provider-tasks/provider-tasks.module';
import { Reconciler } from './reconciler';

@Module({
  imports: [
    DerivedFilesModule,
    ModelChecksModule,
    DispatchModule,
    ErasuresModule,
    ProviderTasksModule,
    QueuesModule,
    RequestsModule,
  ],
  providers: [Reconciler],
})
export class ReconciliationModule {}
