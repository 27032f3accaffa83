import { Module } from '@nestjs/common';
import { JobPromoter } from './job-promoter';
import { ProviderSlots } from './provider-slots';
import { QueueEntries } from './queue-entries';

@Module({ providers: [ProviderSlots, JobPromoter, QueueEntries], exports: [ProviderSlots, JobPromoter, QueueEntries] })
export class DispatchModule {}
