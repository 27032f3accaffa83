import { Module } from '@nestjs/common';
import { RequestStateModule } from '../request-state/request-state.module';
import { RepeatTakedowns } from './repeat-takedowns';
import { TakedownSettingsService } from './takedown-settings.service';
import { TakedownsService } from './takedowns.service';

@Module({
  imports: [RequestStateModule],
  providers: [TakedownSettingsService, TakedownsService, RepeatTakedowns],
  exports: [TakedownsService, RepeatTakedowns],
})
export class TakedownsModule {}
