import { Module } from '@nestjs/common';
import { UnapprovedAmountsModule } from '../approvals/unapproved-amounts.module';
import { AdjustmentsController } from './adjustments.controller';
import { AdjustmentsService } from './adjustments.service';

@Module({
  imports: [UnapprovedAmountsModule],
  controllers: [AdjustmentsController],
  providers: [AdjustmentsService],
  exports: [AdjustmentsService],
})
export class AdjustmentsModule {}
