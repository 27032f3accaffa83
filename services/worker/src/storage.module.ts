import { HealthServer } from '@luit/platform/health/health-server';
import { Storage } from '@luit/platform/storage/storage';
import { openStorage } from '@luit/platform/storage/storage-settings';
import { Global, Module } from '@nestjs/common';
import { CONFIG, type WorkerConfig } from './config';

/** The storage of uploads and outputs, which most features use. */
@Global()
@Module({
  providers: [
    {
      provide: Storage,
      inject: [CONFIG, HealthServer],
      useFactory: async (config: WorkerConfig, health: HealthServer): Promise<Storage> => {
        const storage = await openStorage(config.storage);
        await storage.assertWritable();
        await storage.removeAbandoned();
        health.addCheck('storage', () => storage.assertReachable());
        return storage;
      },
    },
  ],
  exports: [Storage],
})
export class StorageModule {}
