import { Module } from '@nestjs/common';
import { AllowedPromptsService } from './allowed-prompts.service';
import { SafetyAlerts } from './safety-alerts';
import { SafetyAppealsService } from './safety-appeals.service';
import { SafetyController } from './safety.controller';
import { SafetyFindingsService } from './safety-findings.service';
import { SafetyReviewsService } from './safety-reviews.service';
import { SafetyService } from './safety.service';
import { SafetySettingsService } from './safety-settings.service';

@Module({
  controllers: [SafetyController],
  providers: [
    SafetyService,
    SafetySettingsService,
    SafetyFindingsService,
    SafetyReviewsService,
    SafetyAppealsService,
    AllowedPromptsService,
    SafetyAlerts,
  ],
  exports: [SafetyService, SafetyAlerts],
})
export class SafetyModule {}
