import { balance, creditCheck, creditCheckBody, creditLot, deductionBody } from '@luit/contracts/billing/balances';
import { creditNotices } from '@luit/contracts/billing/credit-notices';
import { creditTransaction, transactionsQuery } from '@luit/contracts/billing/transactions';
import { id } from '@luit/contracts/messages/fields';
import { Body, Controller, Get, Post, Query, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../http/requests/dto';
import { Answers } from '../../http/answers/answers';
import { DataEnvelope } from '../../http/answers/envelope.interceptor';
import { IdempotencyKey } from '../../http/requests/idempotency-key';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { PerMinuteUnlessStored } from '../../access/limits/rate-limit.guard';
import { CreditsService } from './credits.service';

class CheckDto extends dtoOf(creditCheckBody) {}
class DeductDto extends dtoOf(deductionBody) {}
class TransactionsQuery extends dtoOf(transactionsQuery) {}

@ApiTags('credits')
@ApiBearerAuth('user')
@Controller('api/credits')
@UseGuards(UserGuard)
@DataEnvelope()
export class CreditsController {
  constructor(private readonly credits: CreditsService) {}

  @Get('balance')
  @Answers(200, balance)
  @ApiOperation({ summary: 'Returns the balance' })
  getBalance(@CurrentUser() user: Identity) {
    return this.credits.getBalance(user.id);
  }

  @Get('transactions')
  @Answers(200, { transactions: z.array(creditTransaction), total: z.number() })
  @ApiOperation({ summary: 'Lists the credit transactions, newest first' })
  listTransactions(@CurrentUser() user: Identity, @Query() query: TransactionsQuery) {
    return this.credits.listTransactions(user.id, query);
  }

  @Get('lots')
  @Answers(200, { lots: z.array(creditLot) })
  @ApiOperation({
    summary: 'Lists the remaining credits of each purchase and grant, in the order in which they are spent',
  })
  listLots(@CurrentUser() user: Identity) {
    return this.credits.listLots(user.id);
  }

  @Get('notices')
  @Answers(200, creditNotices)
  @ApiOperation({
    summary: 'Returns the credits that expire soon, and whether the balance covers another request like the latest one',
  })
  getNotices(@CurrentUser() user: Identity) {
    return this.credits.getNotices(user.id);
  }

  @Post('check')
  @Answers(200, creditCheck)
  @ApiOperation({ summary: 'Checks whether the balance covers an amount of credits' })
  check(@CurrentUser() user: Identity, @Body() { requiredCredits }: CheckDto) {
    return this.credits.check(user.id, requiredCredits);
  }

  @Post('deduct')
  @Answers(200, balance.extend({ transactionId: id }))
  @ApiOperation({ summary: 'Spends credits immediately' })
  @UseInterceptors(PerMinuteUnlessStored('deductPerMinute'))
  deduct(@CurrentUser() user: Identity, @Body() input: DeductDto, @IdempotencyKey() key?: string) {
    return this.credits.deduct(user.id, input, key);
  }
}
