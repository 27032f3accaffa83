import { Module } from '@nestjs/common';
import { DispatchEstimatesModule } from '../dispatch/dispatch-estimates.module';
import { QueueSignals } from './queue-signals';
import { RequestLocks } from './request-locks';

@Module({
  imports: [DispatchEstimatesModule],
  providers: [RequestLocks, QueueSignals],
  exports: [RequestLocks, QueueSignals],
})
export class RequestStateModule {}
