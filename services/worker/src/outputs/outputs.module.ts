import { Module } from '@nestjs/common';
import { CONFIG, type WorkerConfig } from '../config';
import { MediaPrograms } from '@luit/platform/media/media-programs';
import { OutputFingerprints } from './output-fingerprints';
import { OutputLabels } from './output-labels';
import { OutputsService } from './outputs.service';

@Module({
  providers: [
    OutputFingerprints,
    OutputLabels,
    OutputsService,
    {
      provide: MediaPrograms,
      inject: [CONFIG],
      useFactory: ({ mediaTimeoutMs }: WorkerConfig) => MediaPrograms.find(mediaTimeoutMs),
    },
  ],
  exports: [OutputsService, MediaPrograms],
})
export class OutputsModule {}
