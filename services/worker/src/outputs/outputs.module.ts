import { ClassifierClient } from '@luit/platform/classifiers/classifier-client';
import { Module } from '@nestjs/common';
import { CONFIG, type WorkerConfig } from '../config';
import { MediaPrograms } from '@luit/platform/media/media-programs';
import { OutputFingerprints } from './output-fingerprints';
import { CLASSIFIER, OutputChecks } from './output-checks';
import { OutputLabels } from './output-labels';
import { OutputsService } from './outputs.service';
import { SealedFileCleaner } from './sealed-files';

@Module({
  providers: [
    OutputFingerprints,
    OutputLabels,
    OutputsService,
    OutputChecks,
    SealedFileCleaner,
    {
      provide: CLASSIFIER,
      inject: [CONFIG],
      useFactory: ({ classifier }: WorkerConfig) => classifier && new ClassifierClient(classifier),
    },
    {
      provide: MediaPrograms,
      inject: [CONFIG],
      useFactory: ({ mediaTimeoutMs }: WorkerConfig) => MediaPrograms.find(mediaTimeoutMs),
    },
  ],
  exports: [OutputsService, MediaPrograms],
})
export class OutputsModule {}
