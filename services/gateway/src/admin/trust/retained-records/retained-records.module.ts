import { Module } from '@nestjs/common';
import { RetainedRecordsController } from './retained-records.controller';
import { RetainedRecordsService } from './retained-records.service';

@Module({
  controllers: [RetainedRecordsController],
  providers: [RetainedRecordsService],
})
export class RetainedRecordsModule {}
