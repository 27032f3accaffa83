import { Module } from '@nestjs/common';
import { RequestStateModule } from '../request-state/request-state.module';
import { RepeatTakedowns } from './repeat-takedowns';
import { TakedownsController } from './takedowns.controller';
import { TakedownsService } from './takedowns.service';

@Module({
  imports: [RequestStateModule],
  controllers: [TakedownsController],
  providers: [TakedownsService, RepeatTakedowns],
  exports: [TakedownsService, RepeatTakedowns],
})
export class TakedownsModule {}
