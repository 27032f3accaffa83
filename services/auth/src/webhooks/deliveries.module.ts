import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module';
import { WebPushModule } from '../web-push/web-push.module';
import { DeliveriesService } from './deliveries.service';
import { WebhooksModule } from './webhooks.module';

/** Deliveries to addresses outside: prepared and recorded here, made by the worker. */
@Module({ imports: [AlertsModule, WebPushModule, WebhooksModule], providers: [DeliveriesService] })
export class DeliveriesModule {}
