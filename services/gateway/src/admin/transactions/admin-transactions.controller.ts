import { refundReceipt } from '@luit/contracts/billing/refunds';
import { adminTransactionDetails, adminTransactionRow } from '@luit/contracts/billing/transactions';
import { page } from '@luit/contracts/messages/fields';
import { Body, Controller, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RecordedAccess } from '../../audit/recorded-access.interceptor';
import { Answers } from '../../http/answers';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { IdempotencyKey } from '../../http/idempotency-key';
import { AdminGuard, CurrentUser } from '../../identities/identity.guards';
import { ApiOperatorAuth } from '../../identities/operator-auth';
import type { Identity } from '../../identities/token.strategy';
import { AdminTransactionsQuery, RefundDto } from './admin-transactions.dto';
import { AdminTransactionsService } from './admin-transactions.service';

@ApiTags('admin transactions')
@ApiOperatorAuth()
@Controller('api/admin/transactions')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminTransactionsController {
  constructor(private readonly transactions: AdminTransactionsService) {}

  @Get()
  @Answers(200, page(adminTransactionRow))
  @RecordedAccess('transactions_listed')
  @ApiOperation({ summary: 'Lists the credit transactions of all users, newest first' })
  list(@Query() query: AdminTransactionsQuery) {
    return this.transactions.list(query);
  }

  @Get(':id')
  @Answers(200, adminTransactionDetails)
  @RecordedAccess('transaction_viewed')
  @ApiOperation({ summary: 'Returns one transaction with its payment and refunds' })
  get(@Param('id') id: string) {
    return this.transactions.get(id);
  }

  @Post(':id/refund')
  @Answers(200, refundReceipt)
  @ApiOperation({ summary: 'Refunds an amount of a purchase in rupees and claws back the unspent credits it bought' })
  refund(
    @CurrentUser() admin: Identity,
    @Param('id') id: string,
    @Body() { amount }: RefundDto,
    @IdempotencyKey() key?: string,
  ) {
    return this.transactions.refund(admin.id, id, amount, key);
  }
}
