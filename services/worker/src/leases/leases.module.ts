import { Module } from '@nestjs/common';
import { CONFIG, type WorkerConfig } from '../config';
import { Drain } from './drain';
import { Leases } from './leases';

/** Share of the drain time after which long-running work is aborted. */
const GRACE_SHARE = 0.6;

@Module({
  providers: [
    Leases,
    {
      provide: Drain,
      inject: [CONFIG],
      useFactory: ({ common }: WorkerConfig) => new Drain(common.drainMs * GRACE_SHARE),
    },
  ],
  exports: [Leases],
})
export class LeasesModule {}
