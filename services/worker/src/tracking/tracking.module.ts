import { POLL_NUDGE } from '@luit/contracts/generation/tracking';
import { NudgeListener } from '@luit/platform/nudges/nudges';
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
      provide: NudgeListener,
      inject: [CONFIG],
      useFactory: ({ common }: WorkerConfig) => new NudgeListener(common, POLL_NUDGE),
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
