import { submitJob } from '@luit/contracts/generation/submissions';
import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CONFIG, INSTANCE, type WorkerConfig } from './config';
import { DerivationsModule } from './derivations/derivations.module';
import { DiskModule } from './disk/disk.module';
import { ErasuresModule } from './erasures/erasures.module';
import { HeartbeatModule } from './heartbeat/heartbeat.module';
import { MailsModule } from './mails/mails.module';
import { ModelChecksModule } from './model-checks/model-checks.module';
import { DeliveriesModule } from './outbound/deliveries.module';
import { StorageModule } from './storage.module';
import { SubmissionsModule } from './submissions/submissions.module';
import { TrackingModule } from './tracking/tracking.module';
import { UploadsModule } from './uploads/uploads.module';

const FEATURES = [
  DeliveriesModule,
  DerivationsModule,
  DiskModule,
  ErasuresModule,
  HeartbeatModule,
  MailsModule,
  ModelChecksModule,
  StorageModule,
  SubmissionsModule,
  TrackingModule,
  UploadsModule,
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
      ],
      exports: [CONFIG, INSTANCE],
    };
  }
}
