import { Module } from '@nestjs/common';
import { JobMetricsModule } from '../job-metrics/job-metrics.module';
import { RequestStateModule } from '../request-state/request-state.module';
import { PausedQueuesService } from './paused-queues.service';

@Module({
  imports: [JobMetricsModule, RequestStateModule],
  providers: [PausedQueuesService],
  exports: [PausedQueuesService],
})
export class QueuesModule {}
