import { checkerReporter } from '@luit/media/classifiers/checker-alerts';
import { ClassifierClient } from '@luit/media/classifiers/classifier-client';
import { HashMatchClient } from '@luit/media/classifiers/hash-match-client';
import { openStorage } from '@luit/platform/storage/storage-settings';
import { Module } from '@nestjs/common';
import { CONFIG, type GenerationConfig } from '../config';
import { CLASSIFIER, ContentClassifierService, HASH_MATCHER, INPUT_STORAGE } from './content-classifier.service';
import { SafetyAlerts } from './safety-alerts';
import { OutputJudgmentsService } from './output-judgments.service';
import { SafetyAppealsService } from './safety-appeals.service';
import { SafetyReviewsService } from './safety-reviews.service';
import { SafetyService } from './safety.service';
import { SafetySettingsService } from './safety-settings.service';

@Module({
  providers: [
    SafetyService,
    SafetySettingsService,
    SafetyReviewsService,
    SafetyAppealsService,
    OutputJudgmentsService,
    ContentClassifierService,
    {
      provide: CLASSIFIER,
      inject: [CONFIG],
      useFactory: ({ classifier }: GenerationConfig) => classifier && new ClassifierClient(classifier),
    },
    {
      provide: HASH_MATCHER,
      inject: [CONFIG],
      useFactory: ({ hashMatcher }: GenerationConfig) => hashMatcher && new HashMatchClient(hashMatcher),
    },
    {
      provide: INPUT_STORAGE,
      inject: [CONFIG],
      useFactory: ({ classifier, hashMatcher, archiveStorage }: GenerationConfig) =>
        (classifier ?? hashMatcher) && archiveStorage && openStorage(archiveStorage),
    },
    checkerReporter(CLASSIFIER),
    checkerReporter(HASH_MATCHER),
    SafetyAlerts,
  ],
  exports: [SafetyService, SafetyAlerts],
})
export class SafetyModule {}
