import { approval } from '@luit/contracts/billing/approvals';
import { refundBody, refundPreview, refundPreviewQuery, refundReceipt } from '@luit/contracts/billing/refunds';
import {
  adminTransactionDetails,
  adminTransactionRow,
  adminTransactionsQuery,
  transactionExportQuery,
} from '@luit/contracts/billing/transactions';
import { page, paise } from '@luit/contracts/messages/fields';
import { Body, Controller, Get, Header, Param, Post, Query, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../../http/requests/dto';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers, AnswersFile } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { IdempotencyKey } from '../../../http/requests/idempotency-key';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Operator } from '../../../access/identities/token.strategy';
import { AdminTransactionsService } from './admin-transactions.service';
import { TransactionExportService } from './transaction-export.service';

class AdminTransactionsQuery extends dtoOf(adminTransactionsQuery) {}
class RefundDto extends dtoOf(refundBody) {}
class RefundPreviewQuery extends dtoOf(refundPreviewQuery) {}
class TransactionExportQuery extends dtoOf(transactionExportQuery) {}

@ApiTags('admin transactions')
@ApiOperatorAuth()
@Controller('api/admin/transactions')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminTransactionsController {
  constructor(
    private readonly transactions: AdminTransactionsService,
    private readonly exports: TransactionExportService,
  ) {}

  @Get()
  @RequiresPermission('transactions.read')
  @Answers(200, page(adminTransactionRow))
  @RecordedAccess('transactions_listed')
  @ApiOperation({ summary: 'Lists the credit transactions of all users, newest first' })
  list(@Query() query: AdminTransactionsQuery) {
    return this.transactions.list(query);
  }

  @Get('export.csv')
  @RequiresPermission('transactions.export')
  @AnswersFile('text/csv')
  @RecordedAccess('transactions_exported')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Exports the matching transactions of a period as CSV, newest first' })
  exportAll(@Query() query: TransactionExportQuery): Promise<StreamableFile> {
    return this.exports.file(query);
  }

  @Get(':id')
  @RequiresPermission('transactions.read')
  @Answers(200, adminTransactionDetails)
  @RecordedAccess('transaction_viewed')
  @ApiOperation({ summary: 'Returns one transaction with its payment and refunds' })
  get(@Param('id') id: string) {
    return this.transactions.get(id);
  }

  @Get(':id/refund-preview')
  @RequiresPermission('transactions.read')
  @Answers(
    200,
    refundPreview.extend({
      needsConfirmation: z.boolean(),
      needsApproval: z.boolean(),
      /** The limit; null for none. */
      approveAbovePaise: paise.nullable(),
      /** The operator's refunds to the buyer without approval within 24 hours. */
      unapprovedPaise: paise,
    }),
  )
  @ApiOperation({ summary: 'Previews a refund of this amount: what it would pay out and deduct now' })
  previewRefund(@CurrentUser() admin: Operator, @Param('id') id: string, @Query() { amount }: RefundPreviewQuery) {
    return this.transactions.previewRefund(admin, id, amount);
  }

  @Post(':id/refund')
  @RequiresPermission('transactions.refund')
  @Answers(
    200,
    refundReceipt.extend({ refundId: refundReceipt.shape.refundId.nullable(), approval: approval.nullable() }),
  )
  @ApiOperation({ summary: 'Refunds an amount of a purchase in rupees and claws back the unspent credits it bought' })
  refund(
    @CurrentUser() admin: Operator,
    @Param('id') id: string,
    @Body() input: RefundDto,
    @IdempotencyKey() key?: string,
  ) {
    return this.transactions.refund(admin, id, input, key);
  }
}
