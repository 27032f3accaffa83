import { Module } from '@nestjs/common';
import { DispatchEstimatesModule } from '../dispatch/dispatch-estimates.module';
import { RequestLocks } from './request-locks';

@Module({ imports: [DispatchEstimatesModule], providers: [RequestLocks], exports: [RequestLocks] })
export class RequestStateModule {}
