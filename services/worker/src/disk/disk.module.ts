import { AlertReporter } from '@luit/platform/alerts/alert-reporter';
import { CallClient } from '@luit/platform/calls/call-client';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import type { StorageSettings } from '@luit/platform/storage/storage-settings';
import { Module } from '@nestjs/common';
import { hostname, tmpdir } from 'node:os';
import { CONFIG, type WorkerConfig } from '../config';
import { diskCauses } from './disk-space';

@Module({
  providers: [
    {
      provide: AlertReporter,
      inject: [Scheduler, CONFIG, CallClient],
      useFactory: (scheduler: Scheduler, { storage, diskAlertPercent }: WorkerConfig, calls: CallClient) =>
        new AlertReporter(scheduler, calls, {
          name: `disk of ${hostname()}`,
          list: () => diskCauses(localFolder(storage), diskAlertPercent),
        }),
    },
  ],
})
export class DiskModule {}

/** With a bucket, outputs are still processed in a local temporary folder. */
function localFolder(storage: StorageSettings): string {
  return storage.kind === 'folder' ? storage.folder : tmpdir();
}
