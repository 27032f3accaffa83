import { accountDeletionBody } from '@luit/contracts/auth/account-deletion';
import { approval } from '@luit/contracts/billing/approvals';
import { accountDeletionPreview } from '@luit/contracts/http/accounts';
import { Body, Controller, Delete, Get, Param, UseGuards } from '@nestjs/common';
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
import { AdminAccountDeletionsService } from './admin-account-deletions.service';

class AdminAccountDeletionDto extends dtoOf(accountDeletionBody) {}

@ApiTags('admin users')
@ApiOperatorAuth()
@Controller('api/admin/users')
@DataEnvelope()
export class AdminAccountDeletionsController {
  constructor(private readonly deletions: AdminAccountDeletionsService) {}

  @Get(':id/deletion-preview')
  @RequiresPermission('users.read')
  @Answers(200, accountDeletionPreview.extend({ unfinishedJobs: z.number(), needsApproval: z.boolean() }))
  @UseGuards(AdminGuard)
  @ApiOperation({ summary: 'Previews an account deletion: what it would cancel, refund and forfeit now' })
  preview(@CurrentUser() admin: Operator, @Param('id') userId: string) {
    return this.deletions.preview(admin, userId);
  }

  @Delete(':id')
  @RequiresPermission('users.delete')
  @Answers(202, { message: z.string(), approval: approval.nullable() })
  @UseGuards(AdminGuard)
  @ApiOperation({ summary: 'Deletes an account; its payments and ledger entries stay, anonymized' })
  close(
    @Param('id') userId: string,
    @Body() input: AdminAccountDeletionDto,
    @CurrentUser() admin: Operator,
    @IdempotencyKey() key?: string,
  ) {
    return this.deletions.close(admin, userId, input, key);
  }
}
