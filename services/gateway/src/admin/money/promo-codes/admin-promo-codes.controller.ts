import { approval } from '@luit/contracts/billing/approvals';
import { newPromoCodeBody, promoCode, promoCodeRedemption, promoCodesQuery } from '@luit/contracts/billing/promo-codes';
import { page } from '@luit/contracts/messages/fields';
import { Body, Controller, Get, Param, ParseUUIDPipe, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { IdPageQuery } from '../../../http/requests/page-query';
import { ReasonDto } from '../../reason.dto';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { IdempotencyKey } from '../../../http/requests/idempotency-key';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Operator } from '../../../access/identities/token.strategy';
import { AdminPromoCodesService } from './admin-promo-codes.service';

class NewPromoCodeDto extends dtoOf(newPromoCodeBody) {}
class PromoCodesQuery extends dtoOf(promoCodesQuery) {}

@ApiTags('admin prices')
@ApiOperatorAuth()
@Controller('api/admin/promo-codes')
@UseGuards(AdminGuard)
@RequiresPermission('promo_codes.read')
@DataEnvelope()
export class AdminPromoCodesController {
  constructor(private readonly promoCodes: AdminPromoCodesService) {}

  @Get()
  @Answers(200, page(promoCode))
  @ApiOperation({ summary: 'Lists promotional codes' })
  list(@Query() query: PromoCodesQuery) {
    return this.promoCodes.list(query);
  }

  @Get(':id')
  @Answers(200, promoCode)
  @ApiOperation({ summary: 'Returns one promotional code' })
  get(@Param('id', ParseUUIDPipe) id: string) {
    return this.promoCodes.get(id);
  }

  @Get(':id/redemptions')
  @Answers(200, page(promoCodeRedemption))
  @RecordedAccess('promo_code_redemptions_listed')
  @ApiOperation({ summary: 'Lists who redeemed a promotional code, newest first' })
  redemptions(@Param('id', ParseUUIDPipe) id: string, @Query() query: IdPageQuery) {
    return this.promoCodes.redemptions(id, query);
  }

  @Post()
  @RequiresPermission('promo_codes.change')
  @Answers(201, { promoCode: promoCode.nullable(), approval: approval.nullable() })
  @ApiOperation({ summary: 'Creates a promotional code; a second operator approves a large one' })
  create(@CurrentUser() admin: Operator, @Body() input: NewPromoCodeDto, @IdempotencyKey() key?: string) {
    return this.promoCodes.create(admin, input, key);
  }

  @Post(':id/disable')
  @RequiresPermission('promo_codes.change')
  @Answers(200, promoCode)
  @ApiOperation({ summary: 'Permanently disables a promotional code; redeemed credits are kept' })
  disable(@CurrentUser() admin: Operator, @Param('id', ParseUUIDPipe) id: string, @Body() { reason }: ReasonDto) {
    return this.promoCodes.disable(admin, id, reason);
  }
}
