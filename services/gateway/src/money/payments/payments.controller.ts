import { paymentOrder } from '@luit/contracts/billing/orders';
import { paymentVerification, verificationBody } from '@luit/contracts/billing/payments';
import { refundReceipt } from '@luit/contracts/billing/refunds';
import { Body, Controller, Ip, Param, Post, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../http/requests/dto';
import { OrderDto } from './order.dto';
import { Answers } from '../../http/answers/answers';
import { IdempotencyKey } from '../../http/requests/idempotency-key';
import { CurrentUser, UserGuard, UserOrGuestGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { PerMinute, PerMinuteUnlessStored } from '../../access/limits/rate-limit.guard';
import { OrdersService } from './orders.service';
import { PaymentsService } from './payments.service';

class VerifyDto extends dtoOf(verificationBody) {}

@ApiTags('payments')
@Controller('api/payments')
export class PaymentsController {
  constructor(
    private readonly orders: OrdersService,
    private readonly payments: PaymentsService,
  ) {}

  @Post('order')
  @Answers(200, paymentOrder)
  @UseGuards(UserOrGuestGuard)
  @UseInterceptors(PerMinuteUnlessStored('orderPerMinute'))
  @ApiBearerAuth('user')
  @ApiOperation({
    summary: 'Creates an order for a credit pack, or for one video or image, to be paid in the checkout',
    description: 'Guests can order a video or an image and receive a `claimToken` that gives access to it for 30 days.',
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
  @Answers(200, refundReceipt)
  @UseGuards(UserGuard)
  @UseInterceptors(PerMinuteUnlessStored('orderPerMinute'))
  @ApiBearerAuth('user')
  @ApiOperation({ summary: 'Refunds the price of the unused credits of a purchase, within 30 days' })
  refund(@CurrentUser() user: Identity, @Param('transactionId') transactionId: string, @IdempotencyKey() key?: string) {
    return this.payments.refund(user.id, transactionId, key);
  }

  @Post('verify')
  @Answers(200, paymentVerification)
  @UseGuards(PerMinute('verifyPerMinute'))
  @ApiOperation({
    summary:
      'Verifies a payment and grants its credits or starts its video; repeating the call returns the same result',
  })
  verify(@Body() input: VerifyDto) {
    return this.payments.verify(input);
  }
}
