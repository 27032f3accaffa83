import { submitJob } from '@luit/contracts/generation/submissions';
import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { CONFIG, INSTANCE, type WorkerConfig } from './config';
import { DerivationsService } from './derivations/derivations.service';
import { DiskModule } from './disk/disk.module';
import { ErasuresService } from './erasures/erasures.service';
import { HeartbeatReporter } from './heartbeat/heartbeat-reporter';
import { MailsService } from './mails/mails.service';
import { ModelChecksService } from './model-checks/model-checks.service';
import { DeliveriesService } from './outbound/deliveries.service';
import { OutputsModule } from './outputs/outputs.module';
import { ProvidersModule } from './providers/providers.module';
import { StorageModule } from './storage.module';
import { SubmissionsModule } from './submissions/submissions.module';
import { TrackingModule } from './tracking/tracking.module';
import { RunnerFileCleaner } from './runners/runner-file-cleaner';
import { UnusedUploadCleaner } from './uploads/unused-upload-cleaner';

const FEATURES = [DiskModule, OutputsModule, ProvidersModule, StorageModule, SubmissionsModule, TrackingModule];

/** Services that no other module needs. */
const SERVICES: Provider[] = [
  DeliveriesService,
  DerivationsService,
  ErasuresService,
  HeartbeatReporter,
  MailsService,
  ModelChecksService,
  RunnerFileCleaner,
  UnusedUploadCleaner,
];

/**
 * The process that talks to providers and to the mail server. It has no database: generation and auth own all state.
 * Global, so that every feature can inject the configuration and the instance name.
 */
@Global()
@Module({})
export class WorkerModule {
  static forRoot(config: WorkerConfig): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.forRoot({
          service: 'worker',
          config: config.common,
          jobConcurrency: { [submitJob.name]: config.concurrency },
        }),
        ...FEATURES,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: INSTANCE, useValue: config.common.instance },
        ...SERVICES,
      ],
      exports: [CONFIG, INSTANCE],
    };
  }
}
