import { Module } from '@nestjs/common';
import { PlansModule } from '../plans/plans.module';
import { PolicyModule } from '../policy/policy.module';
import { ProvidersModule } from '../providers/providers.module';
import { RequestsModule } from '../requests/requests.module';
import { AcceptanceService } from './acceptance.service';
import { NewRequestsController } from './new-requests.controller';
import { RejectedRequests } from './rejected-requests';
import { RetriesService } from './retries.service';

@Module({
  imports: [PlansModule, PolicyModule, ProvidersModule, RequestsModule],
  controllers: [NewRequestsController],
  providers: [AcceptanceService, RetriesService, RejectedRequests],
  exports: [AcceptanceService, RetriesService, RejectedRequests],
})
export class NewRequestsModule {}
