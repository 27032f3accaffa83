import { Module } from '@nestjs/common';
import { SafetyAlerts } from './safety-alerts';
import { SafetyController } from './safety.controller';
import { SafetyFindingsService } from './safety-findings.service';
import { SafetyService } from './safety.service';
import { SafetySettingsService } from './safety-settings.service';

@Module({
  controllers: [SafetyController],
  providers: [SafetyService, SafetySettingsService, SafetyFindingsService, SafetyAlerts],
  exports: [SafetyService, SafetyAlerts],
})
export class SafetyModule {}
