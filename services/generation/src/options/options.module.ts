import { Module } from '@nestjs/common';
import { ProvidersModule } from '../providers/providers.module';
import { OptionsService } from './options.service';

@Module({
  imports: [ProvidersModule],
  providers: [OptionsService],
  exports: [OptionsService],
})
export class OptionsModule {}
