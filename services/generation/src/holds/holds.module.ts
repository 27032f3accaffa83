import { Module } from '@nestjs/common';
import { RequestsModule } from '../requests/requests.module';
import { HoldsController } from './holds.controller';
import { HoldsService } from './holds.service';

@Module({
  imports: [RequestsModule],
  controllers: [HoldsController],
  providers: [HoldsService],
})
export class HoldsModule {}
