import { Module } from '@nestjs/common';
import { EstimatesModule } from '../estimates/estimates.module';
import { QueueSignals } from './queue-signals';
import { RequestLocks } from './request-locks';

@Module({
  imports: [EstimatesModule],
  providers: [RequestLocks, QueueSignals],
  exports: [RequestLocks, QueueSignals],
})
export class RequestStateModule {}
