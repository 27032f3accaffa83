import { Module } from '@nestjs/common';
import { SealedRecordsController } from './sealed-records.controller';
import { SealedRecordsService } from './sealed-records.service';

@Module({
  controllers: [SealedRecordsController],
  providers: [SealedRecordsService],
})
export class SealedRecordsModule {}
