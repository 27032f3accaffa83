import { accountDeletionPreview } from '@luit/contracts/http/accounts';
import { Body, Controller, Delete, Get, Param, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { AccountDeletionsService } from '../../account-deletions/account-deletions.service';
import { Answers } from '../../http/answers';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../identities/identity.guards';
import { ApiOperatorAuth } from '../../identities/operator-auth';
import { RequiresPermission } from '../../identities/operator-permission';
import type { Identity } from '../../identities/token.strategy';
import { AdminAccountDeletionDto } from './admin-account-deletions.dto';

@ApiTags('admin users')
@ApiOperatorAuth()
@Controller('api/admin/users')
@DataEnvelope()
export class AdminAccountDeletionsController {
  constructor(private readonly deletions: AccountDeletionsService) {}

  @Get(':id/deletion-preview')
  @RequiresPermission('users.read')
  @Answers(200, accountDeletionPreview.extend({ unfinishedJobs: z.number() }))
  @UseGuards(AdminGuard)
  @ApiOperation({ summary: 'Previews an account deletion: what it would cancel, refund and forfeit now' })
  preview(@Param('id') userId: string) {
    return this.deletions.previewFor(userId);
  }

  @Delete(':id')
  @RequiresPermission('users.delete')
  @Answers(202, { message: z.string() })
  @UseGuards(AdminGuard)
  @ApiOperation({ summary: 'Deletes an account; its payments and ledger entries stay, anonymized' })
  close(@Param('id') userId: string, @Body() input: AdminAccountDeletionDto, @CurrentUser() admin: Identity) {
    return this.deletions.closeFor(admin, userId, input);
  }
}
