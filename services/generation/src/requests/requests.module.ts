import { Module } from '@nestjs/common';
import { QueueEstimates } from './queue-estimates';
import { RequestLocks } from './request-locks';
import { RequestsController } from './requests.controller';
import { RequestsService } from './requests.service';
import { RunTimes } from './run-times';

@Module({
  controllers: [RequestsController],
  providers: [RequestsService, RequestLocks, QueueEstimates, RunTimes],
  exports: [RequestsService, RequestLocks, QueueEstimates, RunTimes],
})
export class RequestsModule {}
