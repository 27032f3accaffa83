import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { databaseSettings } from '../database';
import { DispatchModule } from '../dispatch/dispatch.module';
import { generationChecks } from './checks';
import { HoldComparison } from './hold-comparison';
import { InvariantsService } from './invariants.service';

@Module({
  imports: [DispatchModule],
  providers: [
    InvariantsService,
    HoldComparison,
    {
      provide: InvariantMonitor,
      inject: [Scheduler, CONFIG, DataSource, InvariantsService, HoldComparison],
      useFactory: (
        scheduler: Scheduler,
        { databaseUrl, databasePool, limits }: GenerationConfig,
        database: DataSource,
        invariants: InvariantsService,
        holds: HoldComparison,
      ) =>
        new InvariantMonitor(
          scheduler,
          databaseSettings(databaseUrl, databasePool),
          database,
          generationChecks(limits, invariants, holds),
          limits.invariantsIntervalMs,
        ),
    },
  ],
  exports: [InvariantMonitor],
})
export class InvariantsModule {}
