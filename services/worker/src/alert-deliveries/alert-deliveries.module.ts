import { Module } from '@nestjs/common';
import { AlertDeliveriesService } from './alert-deliveries.service';

@Module({ providers: [AlertDeliveriesService] })
export class AlertDeliveriesModule {}
