import { Module } from '@nestjs/common';
import { AlertDeliveriesService } from './alert-deliveries.service';
import { AlertDeliveryProcessor } from './alert-delivery.processor';

@Module({ providers: [AlertDeliveriesService, AlertDeliveryProcessor] })
export class AlertDeliveriesModule {}
