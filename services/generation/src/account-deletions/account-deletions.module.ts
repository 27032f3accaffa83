import { Module } from '@nestjs/common';
import { CancellationsModule } from '../cancellations/cancellations.module';
import { PendingOrdersModule } from '../pending-orders/pending-orders.module';
import { AccountDeletionsController } from './account-deletions.controller';
import { AccountDeletionsService } from './account-deletions.service';

@Module({
  imports: [CancellationsModule, PendingOrdersModule],
  controllers: [AccountDeletionsController],
  providers: [AccountDeletionsService],
})
export class AccountDeletionsModule {}
