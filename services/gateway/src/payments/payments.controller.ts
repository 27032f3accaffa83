import { Body, Controller, HttpCode, Ip, Param, Post, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import { IdempotencyKey } from '../http/idempotency-key';
import { CurrentUser, UserGuard, UserOrGuestGuard } from '../identities/identity.guards';
import type { Identity } from '../identities/token.strategy';
import { PerMinute, PerMinuteUnlessStored } from '../limits/rate-limit.guard';
import { OrdersService } from './orders.service';
import { OrderDto, VerifyDto } from './payments.dto';
import { PaymentsService } from './payments.service';

@ApiTags('payments')
@Controller('api/payments')
export class PaymentsController {
  constructor(
    private readonly orders: OrdersService,
    private readonly payments: PaymentsService,
  ) {}

  @Post('order')
  @HttpCode(200)
  @UseGuards(UserOrGuestGuard)
  @UseInterceptors(PerMinuteUnlessStored('orderPerMinute'))
  @ApiBearerAuth('user')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiOperation({
    summary: 'Opens an order for a credit pack, or for one video, to be paid in the checkout',
    description: 'A guest may order a video, and gets a `claimToken` that opens it for 30 days.',
  })
  order(
    @CurrentUser() user: Identity | undefined,
    @Ip() ip: string,
    @Body() input: OrderDto,
    @IdempotencyKey() key?: string,
  ) {
    return this.orders.order({ userId: user?.id ?? null, ip }, input, key);
  }

  @Post(':transactionId/refund')
  @HttpCode(200)
  @UseGuards(UserGuard)
  @UseInterceptors(PerMinuteUnlessStored('orderPerMinute'))
  @ApiBearerAuth('user')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiOperation({ summary: 'Gives back what the unused credits of a purchase cost, within 30 days' })
  refund(@CurrentUser() user: Identity, @Param('transactionId') transactionId: string, @IdempotencyKey() key?: string) {
    return this.payments.refund(user.id, transactionId, key);
  }

  @Post('verify')
  @HttpCode(200)
  @UseGuards(PerMinute('verifyPerMinute'))
  @ApiOperation({ summary: 'Grants what a payment bought; asking again answers the same grant' })
  verify(@Body() input: VerifyDto) {
    return this.payments.verify(input);
  }
}
