import { Module } from '@nestjs/common';
import { LimitsModule } from '../../access/limits/limits.module';
import { WebhookDeliveriesController } from './webhook-deliveries.controller';
import { WebhookEndpointsController } from './webhook-endpoints.controller';
import { WebhookEndpointsService } from './webhook-endpoints.service';

/** Management of webhook endpoints by the signed-in person. */
@Module({
  imports: [LimitsModule],
  controllers: [WebhookDeliveriesController, WebhookEndpointsController],
  providers: [WebhookEndpointsService],
  exports: [WebhookEndpointsService],
})
export class WebhookEndpointsModule {}
