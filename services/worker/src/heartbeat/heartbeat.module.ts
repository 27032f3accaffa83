import { Module } from '@nestjs/common';
import { HeartbeatReporter } from './heartbeat-reporter';

@Module({ providers: [HeartbeatReporter] })
export class HeartbeatModule {}
