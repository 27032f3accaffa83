import { checkerReporter } from '@luit/media/classifiers/checker-alerts';
import { ClassifierClient } from '@luit/media/classifiers/classifier-client';
import { HashMatchClient } from '@luit/media/classifiers/hash-match-client';
import { Module } from '@nestjs/common';
import { ContentCredentialsModule } from '../content-credentials/content-credentials.module';
import { CONFIG, type WorkerConfig } from '../config';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { ProvidersModule } from '../providers/providers.module';
import { OutputFingerprints } from './output-fingerprints';
import { CLASSIFIER, HASH_MATCHER, OutputChecks } from './output-checks';
import { OutputLabels } from './output-labels';
import { OutputsService } from './outputs.service';
import { SealedFileCleaner } from './sealed-files';

@Module({
  imports: [ContentCredentialsModule, ProvidersModule],
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
      provide: HASH_MATCHER,
      inject: [CONFIG],
      useFactory: ({ hashMatcher }: WorkerConfig) => hashMatcher && new HashMatchClient(hashMatcher),
    },
    checkerReporter(CLASSIFIER),
    checkerReporter(HASH_MATCHER),
    {
      provide: MediaPrograms,
      inject: [CONFIG],
      useFactory: ({ mediaTimeoutMs, common }: WorkerConfig) => MediaPrograms.find(mediaTimeoutMs, common.mode),
    },
  ],
  exports: [OutputsService, MediaPrograms, ContentCredentialsModule],
})
export class OutputsModule {}
