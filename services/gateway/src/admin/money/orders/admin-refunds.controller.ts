import { type Approval, approval } from '@luit/contracts/billing/approvals';
import { billingCalls } from '@luit/contracts/billing/messages';
import {
  refundAttempts,
  type RefundAttempts,
  refundPaidBody,
  refundReceipt,
  type RefundReceipt,
} from '@luit/contracts/billing/refunds';
import { CallClient } from '@luit/platform/calls/call-client';
import { Body, Controller, Param, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { dtoOf } from '../../../http/requests/dto';
import { ReasonDto } from '../../reason.dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { IdempotencyKey } from '../../../http/requests/idempotency-key';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Operator } from '../../../access/identities/token.strategy';
import { APPROVAL_NEEDED, ApprovalsService } from '../../operators/approvals/approvals.service';

class RefundPaidDto extends dtoOf(refundPaidBody) {}

interface RefundPaidAnswer {
  message: string;
  /** Null while it waits for approval. */
  refund: RefundAttempts | null;
  approval: Approval | null;
}

interface UnmatchedRefundAnswer {
  message: string;
  /** Null while the refund waits for approval. */
  refund: RefundReceipt | null;
  approval: Approval | null;
}

@ApiTags('admin transactions')
@ApiOperatorAuth()
@Controller('api/admin')
@UseGuards(AdminGuard)
@RequiresPermission('transactions.refund')
@DataEnvelope()
export class AdminRefundsController {
  constructor(
    private readonly calls: CallClient,
    private readonly approvals: ApprovalsService,
  ) {}

  @Post('refunds/:id/retry')
  @Answers(200, refundAttempts)
  @ApiOperation({
    summary: 'Makes the next attempt at a refund that is owed now, and returns its result',
    description: 'Idempotent: a refund is paid once, however often it is retried.',
  })
  retry(@CurrentUser() admin: Operator, @Param('id') refundId: string) {
    return this.calls.call(billingCalls.retryRefund, { adminId: admin.id, refundId });
  }

  @Post('refunds/:id/paid-otherwise')
  @Answers(200, { message: z.string(), refund: refundAttempts.nullable(), approval: approval.nullable() })
  @ApiOperation({
    summary: 'Records that an owed refund was paid outside Razorpay, and emails its payer the reference',
    description:
      'For a refund that can never go through, for example to a closed card. Idempotent by the reference. Above the limit of the settings, a second operator must approve it.',
  })
  recordPaid(
    @CurrentUser() admin: Operator,
    @Param('id') refundId: string,
    @Body() { reference, reason }: RefundPaidDto,
    @IdempotencyKey() idempotencyKey: string = uuidv7(),
  ) {
    const action = { kind: 'refund_paid_otherwise', refundId, reference } as const;
    const act = async (): Promise<RefundPaidAnswer> => {
      const request = { adminId: admin.id, refundId, reference, reason };
      const refund = await this.calls.call(billingCalls.recordRefundPaid, request);
      return { message: 'Recorded that the refund is paid', refund, approval: null };
    };
    return this.approvals.actOrRequest(act, async (before) => {
      const request = { action, preview: before, reason, idempotencyKey };
      return { message: APPROVAL_NEEDED, refund: null, approval: await this.approvals.request(admin, request) };
    });
  }

  @Post('payments/:id/refund')
  @Answers(200, { message: z.string(), refund: refundReceipt.nullable(), approval: approval.nullable() })
  @ApiOperation({
    summary: 'Refunds a payment that does not match its order in full',
    description:
      'Idempotent: the payment is refunded once. Above the limit of the settings, a second operator must approve it.',
  })
  refundUnmatched(
    @CurrentUser() admin: Operator,
    @Param('id') paymentId: string,
    @Body() { reason }: ReasonDto,
    @IdempotencyKey() idempotencyKey: string = uuidv7(),
  ) {
    const action = { kind: 'unmatched_refund', paymentId } as const;
    const act = async (): Promise<UnmatchedRefundAnswer> => {
      const refund = await this.calls.call(billingCalls.refundUnmatched, { adminId: admin.id, paymentId, reason });
      return { message: 'Refund requested', refund, approval: null };
    };
    return this.approvals.actOrRequest(act, async (before) => {
      const request = { action, preview: before, reason, idempotencyKey };
      return { message: APPROVAL_NEEDED, refund: null, approval: await this.approvals.request(admin, request) };
    });
  }
}
