import { Module } from '@nestjs/common';
import { PausedQueuesService } from './paused-queues.service';
import { QueuesController } from './queues.controller';

@Module({
  controllers: [QueuesController],
  providers: [PausedQueuesService],
  exports: [PausedQueuesService],
})
export class QueuesModule {}
