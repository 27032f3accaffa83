import { billingCalls } from '@luit/contracts/billing/messages';
import { publicTransactionsQuery } from '@luit/contracts/http/list-queries';
import { CallClient } from '@luit/platform/calls/call-client';
import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../http/requests/dto';
import { Answers } from '../../http/answers/answers';
import type { ApiRequest } from '../../access/identities/api-key.guard';
import { type List, listOf, toList } from '../list';
import { PublicApiRoute } from '../public-api-route';
import { toTransaction, transaction, type Transaction } from './transaction';

class PublicTransactionsQuery extends dtoOf(publicTransactionsQuery) {}

@ApiTags('public api')
@Controller('v1/transactions')
export class PublicTransactionsController {
  constructor(private readonly calls: CallClient) {}

  @Get()
  @Answers(200, listOf(transaction))
  @PublicApiRoute('billing:read', 'Lists the credit transactions of the account, newest first')
  async list(@Req() { user }: ApiRequest, @Query() query: PublicTransactionsQuery): Promise<List<Transaction>> {
    const { created_after: createdFrom, created_before: createdUntil, ...rest } = query;
    const page = { userId: user!.id, createdFrom, createdUntil, ...rest };
    const { transactions, hasMore } = await this.calls.call(billingCalls.pageTransactions, page);
    return toList(transactions.map(toTransaction), hasMore);
  }
}
