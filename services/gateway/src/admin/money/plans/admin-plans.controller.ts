import { approval } from '@luit/contracts/billing/approvals';
import { adminPlan, planChangeBody } from '@luit/contracts/generation/plans';
import { Body, Controller, Get, Param, Patch, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../../http/requests/dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { IdempotencyKey } from '../../../http/requests/idempotency-key';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Operator } from '../../../access/identities/token.strategy';
import { AdminPlansService } from './admin-plans.service';

class PlanChangeDto extends dtoOf(planChangeBody) {}

@ApiTags('admin prices')
@ApiOperatorAuth()
@Controller('api/admin/plans')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminPlansController {
  constructor(private readonly plans: AdminPlansService) {}

  @Get()
  @RequiresPermission('prices.read')
  @Answers(200, { items: z.array(adminPlan) })
  @ApiOperation({ summary: 'Lists the prices of videos and restorations' })
  list() {
    return this.plans.list();
  }

  @Patch(':id')
  @RequiresPermission('prices.change')
  @Answers(200, { plan: adminPlan, approval: approval.nullable() })
  @ApiOperation({ summary: 'Changes the price of a plan; existing orders and accepted requests keep their price' })
  change(
    @Param('id') id: string,
    @Body() input: PlanChangeDto,
    @CurrentUser() admin: Operator,
    @IdempotencyKey() key?: string,
  ) {
    return this.plans.change(id, input, admin, key);
  }
}
