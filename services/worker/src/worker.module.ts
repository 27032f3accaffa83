import { submitJob } from '@luit/contracts/generation/submissions';
import { trackJob } from '@luit/contracts/generation/tracking';
import { AlertReporter } from '@luit/platform/alerts/alert-reporter';
import { CallClient } from '@luit/platform/calls/call-client';
import { HealthServer } from '@luit/platform/health/health-server';
import { QueueConsumers } from '@luit/platform/jobs/queue-consumers';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { PlatformModule } from '@luit/platform/platform.module';
import { Storage } from '@luit/platform/storage/storage';
import { openStorage, type StorageSettings } from '@luit/platform/storage/storage-settings';
import { type DynamicModule, Module } from '@nestjs/common';
import { hostname, tmpdir } from 'node:os';
import type { WorkerConfig } from './config';
import { diskCauses } from './disk/disk-space';
import { EraseProcessor } from './erasures/erase.processor';
import { ErasuresService } from './erasures/erasures.service';
import { HeartbeatReporter } from './heartbeat/heartbeat-reporter';
import { Drain } from './leases/drain';
import { Leases } from './leases/leases';
import { MailProcessor } from './mails/mail.processor';
import { MailsService } from './mails/mails.service';
import { OutputsService } from './outputs/outputs.service';
import { MediaPrograms } from './outputs/media-programs';
import { removeAbandoned } from './outputs/work-folder';
import { ArkProvider } from './providers/ark';
import { CallbackVerifier } from './providers/callback-verifier';
import { FalProvider } from './providers/fal';
import type { Provider } from './providers/provider';
import { Providers } from './providers/providers';
import { ReplicateProvider } from './providers/replicate';
import { InputImages } from './submissions/input-images';
import { SubmissionsService } from './submissions/submissions.service';
import { SubmitProcessor } from './submissions/submit.processor';
import { OutputCollector } from './tracking/output-collector';
import { DownloadAttempts } from './tracking/download-attempts';
import { StrayTasksService } from './tracking/stray-tasks.service';
import { TrackProcessor } from './tracking/track.processor';
import { TrackingService } from './tracking/tracking.service';
import { LateResultProcessor } from './tracking/late-result.processor';
import { LateResultsService } from './tracking/late-results.service';
import { UnusedUploadCleaner } from './uploads/unused-upload-cleaner';

/** Share of the drain time after which long-running work is aborted. */
const GRACE_SHARE = 0.6;

/** The process that talks to providers and to the mail server. It has no database: generation and auth own all state. */
@Module({})
export class WorkerModule {
  static forRoot(config: WorkerConfig): DynamicModule {
    const { common } = config;
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.forRoot({
          service: 'worker',
          config: common,
          // Separate queues, so that submissions and polls never wait for each other.
          jobConcurrency: { [submitJob.name]: config.concurrency, [trackJob.name]: config.concurrency },
        }),
      ],
      providers: [
        {
          provide: Storage,
          inject: [HealthServer],
          useFactory: (health: HealthServer) => readyStorage(config.storage, health),
        },
        { provide: Providers, useFactory: () => configuredProviders(config) },
        { provide: MediaPrograms, useFactory: () => MediaPrograms.find(config.mediaTimeoutMs) },
        { provide: Drain, useFactory: () => new Drain(common.drainMs * GRACE_SHARE) },
        {
          provide: HeartbeatReporter,
          inject: [QueueConsumers, Broadcasts],
          useFactory: (consumers: QueueConsumers, broadcasts: Broadcasts) =>
            new HeartbeatReporter(consumers, broadcasts, common.instance),
        },
        {
          provide: AlertReporter,
          inject: [CallClient],
          useFactory: (calls: CallClient) =>
            new AlertReporter(calls, `disk of ${hostname()}`, () =>
              diskCauses(watchedFolder(config.storage), config.diskAlertPercent),
            ),
        },
        {
          provide: Leases,
          inject: [CallClient, Drain],
          useFactory: (calls: CallClient, drain: Drain) => new Leases(calls, drain, config.leases),
        },
        {
          provide: InputImages,
          inject: [Storage],
          useFactory: (storage: Storage) => new InputImages(storage),
        },
        {
          provide: OutputsService,
          inject: [Storage, MediaPrograms],
          useFactory: async (storage: Storage, programs: MediaPrograms) => {
            await removeAbandoned();
            return new OutputsService(storage, programs, config.downloads, config.outputLabel);
          },
        },
        {
          provide: SubmissionsService,
          inject: [CallClient, Leases, Providers, InputImages, CallbackVerifier],
          useFactory: (
            calls: CallClient,
            leases: Leases,
            providers: Providers,
            images: InputImages,
            callbacks: CallbackVerifier,
          ) => new SubmissionsService(calls, leases, providers, images, callbacks, common.instance),
        },
        {
          provide: TrackingService,
          inject: [CallClient, Leases, Providers, StrayTasksService, OutputCollector],
          useFactory: (
            calls: CallClient,
            leases: Leases,
            providers: Providers,
            others: StrayTasksService,
            collecting: OutputCollector,
          ) => new TrackingService(calls, leases, providers, others, collecting, common.instance),
        },
        {
          provide: LateResultsService,
          inject: [CallClient, Leases, Providers, StrayTasksService, OutputsService],
          useFactory: (
            calls: CallClient,
            leases: Leases,
            providers: Providers,
            others: StrayTasksService,
            outputs: OutputsService,
          ) => new LateResultsService(calls, leases, providers, others, outputs, common.instance),
        },
        {
          provide: MailsService,
          inject: [CallClient],
          useFactory: (calls: CallClient) => new MailsService(calls, config.mail),
        },
        CallbackVerifier,
        OutputCollector,
        DownloadAttempts,
        SubmitProcessor,
        TrackProcessor,
        LateResultProcessor,
        StrayTasksService,
        MailProcessor,
        ErasuresService,
        EraseProcessor,
        UnusedUploadCleaner,
      ],
    };
  }
}

async function readyStorage(settings: StorageSettings, health: HealthServer): Promise<Storage> {
  const storage = await openStorage(settings);
  await storage.assertWritable();
  await storage.removeAbandoned();
  health.addCheck('storage', () => storage.assertReachable());
  return storage;
}

function configuredProviders({ replicate, fal, ark }: WorkerConfig): Providers {
  const providers = new Map<string, Provider>();
  if (replicate) providers.set('replicate', new ReplicateProvider(replicate));
  if (fal) providers.set('fal', new FalProvider(fal));
  if (ark) providers.set('ark', new ArkProvider(ark));
  return new Providers(providers);
}

/** With a bucket, outputs are still processed in a local temporary folder. */
function watchedFolder(storage: StorageSettings): string {
  return storage.kind === 'folder' ? storage.folder : tmpdir();
}
