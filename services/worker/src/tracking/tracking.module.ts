import { POLL_WAKE_UP } from '@luit/contracts/generation/tracking';
import { WakeUpListener } from '@luit/platform/wake-ups/wake-ups';
import { Module } from '@nestjs/common';
import { CONFIG, type WorkerConfig } from '../config';
import { LeasesModule } from '../leases/leases.module';
import { OutputsModule } from '../outputs/outputs.module';
import { ProvidersModule } from '../providers/providers.module';
import { DownloadAttempts } from './download-attempts';
import { HandedPollsReader } from './handed-polls-reader';
import { LateResultsService } from './late-results.service';
import { OutputCollector } from './output-collector';
import { PollReports } from './poll-reports';
import { PollTimer } from './poll-timer';
import { StrayTasksService } from './stray-tasks.service';
import { TaskPoller } from './task-poller';
import { TrackingService } from './tracking.service';

@Module({
  imports: [LeasesModule, OutputsModule, ProvidersModule],
  providers: [
    {
      provide: WakeUpListener,
      inject: [CONFIG],
      useFactory: ({ common }: WorkerConfig) => new WakeUpListener(common, POLL_WAKE_UP),
    },
    TaskPoller,
    HandedPollsReader,
    PollTimer,
    PollReports,
    TrackingService,
    OutputCollector,
    DownloadAttempts,
    StrayTasksService,
    LateResultsService,
  ],
  exports: [TaskPoller, PollTimer],
})
export class TrackingModule {}
