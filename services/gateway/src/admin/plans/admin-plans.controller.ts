import { adminPlan } from '@luit/contracts/generation/plans';
import { Body, Controller, Get, Param, Patch, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Answers } from '../../http/answers';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../identities/identity.guards';
import { ApiOperatorAuth } from '../../identities/operator-auth';
import { RequiresPermission } from '../../identities/operator-permission';
import type { Identity } from '../../identities/token.strategy';
import { PlanChangeDto } from './admin-plans.dto';
import { AdminPlansService } from './admin-plans.service';

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
  @Answers(200, { plan: adminPlan })
  @ApiOperation({ summary: 'Changes the price of a plan; existing orders and accepted requests keep their price' })
  change(@Param('id') id: string, @Body() input: PlanChangeDto, @CurrentUser() admin: Identity) {
    return this.plans.change(id, input, admin);
  }
}
