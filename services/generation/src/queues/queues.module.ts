import { Module } from '@nestjs/common';
import { RequestStateModule } from '../request-state/request-state.module';
import { PausedQueuesService } from './paused-queues.service';
import { QueuesController } from './queues.controller';

@Module({
  imports: [RequestStateModule],
  controllers: [QueuesController],
  providers: [PausedQueuesService],
  exports: [PausedQueuesService],
})
export class QueuesModule {}
