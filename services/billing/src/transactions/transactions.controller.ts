import { billingCalls } from '@luit/contracts/billing';
import type { CreditTransaction, TransactionType } from '@luit/contracts/http';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { type AdminPage, TransactionsService } from './transactions.service';

@Controller()
export class TransactionsController {
  constructor(private readonly transactions: TransactionsService) {}

  @OnCall(billingCalls.listTransactions)
  listTransactions(request: {
    userId: string;
    limit: number;
    offset: number;
  }): Promise<{ transactions: CreditTransaction[]; total: number }> {
    return this.transactions.list(request);
  }

  @OnCall(billingCalls.listAllTransactions)
  listAllTransactions(request: { limit: number; cursor?: string; type?: TransactionType }): Promise<AdminPage> {
    return this.transactions.listAll(request);
  }
}
