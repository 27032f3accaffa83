import { Module } from '@nestjs/common';
import { LimitsModule } from '../../access/limits/limits.module';
import { UploadsModule } from '../../storage/uploads/uploads.module';
import { OrdersService } from './orders.service';
import { PaymentsController } from './payments.controller';
import { PaymentsService } from './payments.service';

@Module({
  imports: [LimitsModule, UploadsModule],
  controllers: [PaymentsController],
  providers: [OrdersService, PaymentsService],
})
export class PaymentsModule {}
