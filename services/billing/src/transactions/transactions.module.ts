import { Module } from '@nestjs/common';
import { AdminTransactionsService } from './admin-transactions.service';
import { TransactionsController } from './transactions.controller';
import { TransactionsService } from './transactions.service';

@Module({
  controllers: [TransactionsController],
  providers: [AdminTransactionsService, TransactionsService],
})
export class TransactionsModule {}
