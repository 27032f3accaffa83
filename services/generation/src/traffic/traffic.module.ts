import { Module } from '@nestjs/common';
import { TrafficSettingsService } from './traffic-settings.service';

@Module({ providers: [TrafficSettingsService], exports: [TrafficSettingsService] })
export class TrafficModule {}
