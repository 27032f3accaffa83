import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import { AdminOrdersService, orderView } from './admin-orders.service';

@ApiTags('admin transactions')
@ApiOperatorAuth()
@Controller('api/admin/orders')
@UseGuards(AdminGuard)
@RequiresPermission('transactions.read')
@DataEnvelope()
export class AdminOrdersController {
  constructor(private readonly orders: AdminOrdersService) {}

  @Get(':id')
  @Answers(200, orderView)
  @RecordedAccess('order_viewed')
  @ApiOperation({
    summary: 'Returns the statement of an order: payments, webhooks, credits, refunds, disputes, documents and mails',
    description: 'The id is one of the order, its request, payment, transaction, refund, dispute or document.',
  })
  get(@Param('id') id: string) {
    return this.orders.get(id);
  }
}
