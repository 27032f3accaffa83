import { billingCalls } from '@luit/contracts/billing/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../http/answers';
import type { ApiRequest } from '../../identities/api-key.guard';
import { type List, listOf, toList } from '../list';
import { AfterQuery } from '../list-query';
import { PublicApiRoute } from '../public-api-route';
import { toTransaction, transaction, type Transaction } from './transaction';

@ApiTags('public api')
@Controller('v1/transactions')
export class PublicTransactionsController {
  constructor(private readonly calls: CallClient) {}

  @Get()
  @Answers(200, listOf(transaction))
  @PublicApiRoute('billing:read', 'Lists the credit transactions of the account, newest first')
  async list(@Req() { user }: ApiRequest, @Query() { limit, after }: AfterQuery): Promise<List<Transaction>> {
    const page = { userId: user!.id, limit, after };
    const { transactions, hasMore } = await this.calls.call(billingCalls.pageTransactions, page);
    return toList(transactions.map(toTransaction), hasMore);
  }
}
