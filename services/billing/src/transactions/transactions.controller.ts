import { billingCalls } from '@luit/contracts/billing/messages';
import type { AdminTransactionDetails, CreditTransaction } from '@luit/contracts/billing/transactions';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { AdminTransactionsService, type AdminPage, type TransactionFilter } from './admin-transactions.service';
import { TransactionsService } from './transactions.service';

@Controller()
export class TransactionsController {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly adminTransactions: AdminTransactionsService,
  ) {}

  @OnCall(billingCalls.listTransactions)
  listTransactions(request: {
    userId: string;
    limit: number;
    offset: number;
  }): Promise<{ transactions: CreditTransaction[]; total: number }> {
    return this.transactions.list(request);
  }

  @OnCall(billingCalls.pageTransactions)
  pageTransactions(
    request: RequestOf<typeof billingCalls.pageTransactions>,
  ): Promise<{ transactions: CreditTransaction[]; hasMore: boolean }> {
    return this.transactions.page(request);
  }

  @OnCall(billingCalls.listAllTransactions)
  listAllTransactions(request: TransactionFilter): Promise<AdminPage> {
    return this.adminTransactions.list(request);
  }

  @OnCall(billingCalls.getTransaction)
  getTransaction(request: { transactionId: string }): Promise<Omit<AdminTransactionDetails, 'user_email'>> {
    return this.adminTransactions.get(request);
  }
}
