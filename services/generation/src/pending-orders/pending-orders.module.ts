import { Module } from '@nestjs/common';
import { NewRequestsModule } from '../new-requests/new-requests.module';
import { PlansModule } from '../plans/plans.module';
import { PolicyModule } from '../policy/policy.module';
import { RequestsModule } from '../requests/requests.module';
import { PendingOrdersController } from './pending-orders.controller';
import { PendingOrdersService } from './pending-orders.service';

@Module({
  imports: [NewRequestsModule, PlansModule, PolicyModule, RequestsModule],
  controllers: [PendingOrdersController],
  providers: [PendingOrdersService],
  exports: [PendingOrdersService],
})
export class PendingOrdersModule {}
