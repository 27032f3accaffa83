import { Module } from '@nestjs/common';
import { ProvidersModule } from '../providers/providers.module';
import { RequestsModule } from '../requests/requests.module';
import { JobPromoter } from './job-promoter';
import { JobsController } from './jobs.controller';
import { LateResultsService } from './late-results.service';
import { ProviderSlots } from './provider-slots';
import { ProviderTasks } from './provider-tasks';
import { QueueEntries } from './queue-entries';
import { SettlementService } from './settlement.service';
import { SubmissionsService } from './submissions.service';
import { TrackingService } from './tracking.service';

@Module({
  imports: [ProvidersModule, RequestsModule],
  controllers: [JobsController],
  providers: [
    SubmissionsService,
    TrackingService,
    LateResultsService,
    SettlementService,
    ProviderTasks,
    ProviderSlots,
    JobPromoter,
    QueueEntries,
  ],
  exports: [SettlementService, ProviderSlots, JobPromoter, QueueEntries],
})
export class JobsModule {}
