import { Module } from '@nestjs/common';
import { EstimatesModule } from '../estimates/estimates.module';
import { KnownRows } from './known-rows';
import { QueueSignals } from './queue-signals';
import { RequestLocks } from './request-locks';

@Module({
  imports: [EstimatesModule],
  providers: [RequestLocks, KnownRows, QueueSignals],
  exports: [RequestLocks, KnownRows, QueueSignals],
})
export class RequestStateModule {}
