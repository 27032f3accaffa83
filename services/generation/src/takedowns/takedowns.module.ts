import { Module } from '@nestjs/common';
import { RequestStateModule } from '../request-state/request-state.module';
import { TakedownsController } from './takedowns.controller';
import { TakedownsService } from './takedowns.service';

@Module({
  imports: [RequestStateModule],
  controllers: [TakedownsController],
  providers: [TakedownsService],
  exports: [TakedownsService],
})
export class TakedownsModule {}
