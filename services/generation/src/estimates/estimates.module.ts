import { Module } from '@nestjs/common';
import { QueueEstimates } from './queue-estimates';
import { RunTimes } from './run-times';

@Module({ providers: [QueueEstimates, RunTimes], exports: [QueueEstimates, RunTimes] })
export class EstimatesModule {}
