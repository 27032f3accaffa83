import { Module } from '@nestjs/common';
import { UnapprovedAmountsModule } from '../unapproved-amounts/unapproved-amounts.module';
import { AdjustmentsService } from './adjustments.service';

@Module({
  imports: [UnapprovedAmountsModule],
  providers: [AdjustmentsService],
  exports: [AdjustmentsService],
})
export class AdjustmentsModule {}
