import { balance } from '@luit/contracts/billing/balances';
import { redeemedPromoCode, redemptionBody } from '@luit/contracts/billing/promo-codes';
import { Body, Controller, Post, Req, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../http/requests/dto';
import { Answers } from '../../http/answers/answers';
import { DataEnvelope } from '../../http/answers/envelope.interceptor';
import { IdempotencyKey } from '../../http/requests/idempotency-key';
import { CurrentUser, type IdentifiedRequest, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { PromoCodesService } from './promo-codes.service';

class RedeemDto extends dtoOf(redemptionBody) {}

/** The balance, and the credits that the code added to it. */
const { credits: granted, balance: _, ...ofCode } = redeemedPromoCode.shape;
const REDEEMED = balance.extend({ ...ofCode, granted });

@ApiTags('credits')
@ApiBearerAuth('user')
@Controller('api/credits')
@UseGuards(UserGuard)
@DataEnvelope()
export class PromoCodesController {
  constructor(private readonly promoCodes: PromoCodesService) {}

  @Post('redeem')
  @Answers(200, REDEEMED)
  @ApiOperation({ summary: 'Redeems a promotional code for credits, once per account' })
  redeem(
    @CurrentUser() user: Identity,
    @Body() { code }: RedeemDto,
    @Req() request: IdentifiedRequest,
    @IdempotencyKey() key?: string,
  ) {
    return this.promoCodes.redeem(user.id, code, request, key);
  }
}
