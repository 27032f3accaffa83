import { Module } from '@nestjs/common';
import { ModelRevisionsModule } from '../model-revisions/model-revisions.module';
import { PlansModule } from '../plans/plans.module';
import { PresetsModule } from '../presets/presets.module';
import { ProvidersModule } from '../providers/providers.module';
import { OptionsService } from './options.service';
import { QuotesService } from './quotes.service';

@Module({
  imports: [ModelRevisionsModule, PlansModule, PresetsModule, ProvidersModule],
  providers: [OptionsService, QuotesService],
  exports: [OptionsService, QuotesService],
})
export class OptionsModule {}
