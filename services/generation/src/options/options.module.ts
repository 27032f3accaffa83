import { Module } from '@nestjs/common';
import { ModelRevisionsModule } from '../model-revisions/model-revisions.module';
import { PlansModule } from '../plans/plans.module';
import { PresetsModule } from '../presets/presets.module';
import { OptionsService } from './options.service';
import { QuotesService } from './quotes.service';

@Module({
  imports: [ModelRevisionsModule, PlansModule, PresetsModule],
  providers: [OptionsService, QuotesService],
  exports: [OptionsService, QuotesService],
})
export class OptionsModule {}
