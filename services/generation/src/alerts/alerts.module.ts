import { AlertReporter } from '@luit/platform/alerts/alert-reporter';
import { CallClient } from '@luit/platform/calls/call-client';
import { Module } from '@nestjs/common';
import { InvariantsModule } from '../invariants/invariants.module';
import { ProvidersModule } from '../providers/providers.module';
import { QueuesModule } from '../queues/queues.module';
import { AlertCauses } from './alert-causes';

@Module({
  imports: [InvariantsModule, ProvidersModule, QueuesModule],
  providers: [
    AlertCauses,
    {
      provide: AlertReporter,
      inject: [CallClient, AlertCauses],
      useFactory: (calls: CallClient, causes: AlertCauses) =>
        new AlertReporter(calls, 'generation', () => causes.list()),
    },
  ],
})
export class AlertsModule {}
