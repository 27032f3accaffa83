import { Body, Controller, Delete, HttpCode, Param, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../identities/identity.guards';
import type { Identity } from '../../identities/token.strategy';
import { AdminAccountDeletionDto } from './admin-account-deletions.dto';
import { AccountDeletionsService } from '../../account-deletions/account-deletions.service';

@ApiTags('admin')
@ApiBearerAuth('admin')
@Controller('api/admin/users')
@DataEnvelope()
export class AdminAccountDeletionsController {
  constructor(private readonly deletions: AccountDeletionsService) {}

  @Delete(':id')
  @HttpCode(202)
  @UseGuards(AdminGuard)
  @ApiOperation({ summary: 'Deletes an account; its payments and ledger entries stay, anonymized' })
  close(@Param('id') userId: string, @Body() input: AdminAccountDeletionDto, @CurrentUser() admin: Identity) {
    return this.deletions.closeFor(admin, userId, input);
  }
}
