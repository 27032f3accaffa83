import { Module } from '@nestjs/common';
import { AdminTransactionsService } from './admin-transactions.service';
import { TransactionsService } from './transactions.service';

@Module({
  providers: [AdminTransactionsService, TransactionsService],
})
export class TransactionsModule {}
