import { approval } from '@luit/contracts/billing/approvals';
import { adminCreditPack, newPackBody, packChangeBody } from '@luit/contracts/billing/packs';
import { adminPackView } from '@luit/contracts/http/admin-packs';
import { Body, Controller, Get, Param, Patch, Post, UseGuards } from '@nestjs/common';
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
import { AdminPacksService } from './admin-packs.service';

class NewPackDto extends dtoOf(newPackBody) {}
class PackChangeDto extends dtoOf(packChangeBody) {}

@ApiTags('admin prices')
@ApiOperatorAuth()
@Controller('api/admin/credit-packs')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminPacksController {
  constructor(private readonly packs: AdminPacksService) {}

  @Get()
  @RequiresPermission('prices.read')
  @Answers(200, { items: z.array(adminPackView) })
  @ApiOperation({ summary: 'Lists all packs with their real savings, archived packs last' })
  list() {
    return this.packs.list();
  }

  @Post()
  @RequiresPermission('prices.change')
  @Answers(201, { pack: adminCreditPack.nullable(), approval: approval.nullable() })
  @ApiOperation({ summary: 'Creates a pack, which is for sale at once; a second operator approves the lowest price' })
  create(@Body() input: NewPackDto, @CurrentUser() admin: Operator, @IdempotencyKey() key?: string) {
    return this.packs.create(input, admin, key);
  }

  @Patch(':id')
  @RequiresPermission('prices.change')
  @Answers(200, { pack: adminCreditPack.nullable(), approval: approval.nullable() })
  @ApiOperation({ summary: 'Updates the given fields; `archived` takes the pack off sale or restores it' })
  change(
    @Param('id') id: string,
    @Body() input: PackChangeDto,
    @CurrentUser() admin: Operator,
    @IdempotencyKey() key?: string,
  ) {
    return this.packs.change(id, input, admin, key);
  }
}
