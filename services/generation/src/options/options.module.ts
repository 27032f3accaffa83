import { Module } from '@nestjs/common';
import { PresetsModule } from '../presets/presets.module';
import { ProvidersModule } from '../providers/providers.module';
import { OptionsService } from './options.service';

@Module({
  imports: [PresetsModule, ProvidersModule],
  providers: [OptionsService],
  exports: [OptionsService],
})
export class OptionsModule {}
