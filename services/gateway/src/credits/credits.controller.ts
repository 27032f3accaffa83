import { Body, Controller, Get, HttpCode, Post, Query, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DataEnvelope } from '../http/envelope.interceptor';
import { IdempotencyKey } from '../http/idempotency-key';
import { CurrentUser, UserGuard } from '../identities/identity.guards';
import type { Identity } from '../identities/token.strategy';
import { PerMinuteUnlessStored } from '../limits/rate-limit.guard';
import { CheckDto, DeductDto, TransactionsQuery } from './credits.dto';
import { CreditsService } from './credits.service';

@ApiTags('credits')
@ApiBearerAuth('user')
@Controller('api/credits')
@UseGuards(UserGuard)
@DataEnvelope()
export class CreditsController {
  constructor(private readonly credits: CreditsService) {}

  @Get('balance')
  getBalance(@CurrentUser() user: Identity) {
    return this.credits.getBalance(user.id);
  }

  @Get('transactions')
  listTransactions(@CurrentUser() user: Identity, @Query() query: TransactionsQuery) {
    return this.credits.listTransactions(user.id, query);
  }

  @Get('lots')
  @ApiOperation({
    summary: 'Lists the remaining credits of each purchase and grant, in the order in which they are spent',
  })
  listLots(@CurrentUser() user: Identity) {
    return this.credits.listLots(user.id);
  }

  @Post('check')
  @HttpCode(200)
  check(@CurrentUser() user: Identity, @Body() { requiredCredits }: CheckDto) {
    return this.credits.check(user.id, requiredCredits);
  }

  @Post('deduct')
  @HttpCode(200)
  @UseInterceptors(PerMinuteUnlessStored('deductPerMinute'))
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  deduct(@CurrentUser() user: Identity, @Body() input: DeductDto, @IdempotencyKey() key?: string) {
    return this.credits.deduct(user.id, input, key);
  }
}
