import { openStorage } from '@luit/platform/storage/storage-settings';
import { Module } from '@nestjs/common';
import { CONFIG, type GenerationConfig } from '../config';
import { JobEventArchiver } from './job-event-archiver';
import { ARCHIVER, JobEventCleaner } from './job-event-cleaner';
import { JobEventPartitions } from './job-event-partitions';

@Module({
  providers: [
    JobEventPartitions,
    JobEventCleaner,
    {
      provide: ARCHIVER,
      inject: [CONFIG],
      useFactory: async ({ databaseUrl, archiveStorage }: GenerationConfig): Promise<JobEventArchiver | null> =>
        archiveStorage && new JobEventArchiver(databaseUrl, await openStorage(archiveStorage)),
    },
  ],
})
export class JobEventArchivesModule {}
