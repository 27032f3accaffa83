import { Module } from '@nestjs/common';
import { LeasesModule } from '../leases/leases.module';
import { ProvidersModule } from '../providers/providers.module';
import { TrackingModule } from '../tracking/tracking.module';
import { InputImages } from './input-images';
import { SubmissionsService } from './submissions.service';
import { SubmitProcessor } from './submit.processor';

@Module({
  imports: [LeasesModule, ProvidersModule, TrackingModule],
  providers: [SubmitProcessor, SubmissionsService, InputImages],
})
export class SubmissionsModule {}
