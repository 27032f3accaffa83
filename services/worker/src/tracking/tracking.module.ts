import { Module } from '@nestjs/common';
import { LeasesModule } from '../leases/leases.module';
import { OutputsModule } from '../outputs/outputs.module';
import { ProvidersModule } from '../providers/providers.module';
import { DownloadAttempts } from './download-attempts';
import { LateResultProcessor } from './late-result.processor';
import { LateResultsService } from './late-results.service';
import { OutputCollector } from './output-collector';
import { StrayTasksService } from './stray-tasks.service';
import { TrackProcessor } from './track.processor';
import { TrackingService } from './tracking.service';

@Module({
  imports: [LeasesModule, OutputsModule, ProvidersModule],
  providers: [
    TrackProcessor,
    TrackingService,
    OutputCollector,
    DownloadAttempts,
    StrayTasksService,
    LateResultProcessor,
    LateResultsService,
  ],
})
export class TrackingModule {}
