import { Module } from '@nestjs/common';
import { LeasesModule } from '../leases/leases.module';
import { OutputsModule } from '../outputs/outputs.module';
import { ProvidersModule } from '../providers/providers.module';
import { TrackingModule } from '../tracking/tracking.module';
import { InputFramesReader } from './input-frames-reader';
import { InputImages } from './input-images';
import { SubmissionsService } from './submissions.service';

@Module({
  imports: [LeasesModule, OutputsModule, ProvidersModule, TrackingModule],
  providers: [SubmissionsService, InputFramesReader, InputImages],
})
export class SubmissionsModule {}
