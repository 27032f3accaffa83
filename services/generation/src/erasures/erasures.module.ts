import { Module } from '@nestjs/common';
import { PendingOrdersModule } from '../pending-orders/pending-orders.module';
import { RequestsModule } from '../requests/requests.module';
import { ErasuresController } from './erasures.controller';
import { ErasuresService } from './erasures.service';

@Module({
  imports: [PendingOrdersModule, RequestsModule],
  controllers: [ErasuresController],
  providers: [ErasuresService],
  exports: [ErasuresService],
})
export class ErasuresModule {}
