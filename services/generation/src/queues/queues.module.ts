import { Module } from '@nestjs/common';
import { JobMetricsModule } from '../job-metrics/job-metrics.module';
import { RequestStateModule } from '../request-state/request-state.module';
import { PausedQueuesService } from './paused-queues.service';
import { QueuesController } from './queues.controller';

@Module({
  imports: [JobMetricsModule, RequestStateModule],
  controllers: [QueuesController],
  providers: [PausedQueuesService],
  exports: [PausedQueuesService],
})
export class QueuesModule {}
