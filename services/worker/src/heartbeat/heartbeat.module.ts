import { Module } from '@nestjs/common';
import { TrackingModule } from '../tracking/tracking.module';
import { HeartbeatReporter } from './heartbeat-reporter';

@Module({ imports: [TrackingModule], providers: [HeartbeatReporter] })
export class HeartbeatModule {}
