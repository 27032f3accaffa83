import { Body, Controller, Param, Patch, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../identities/identity.guards';
import type { Identity } from '../../identities/token.strategy';
import { BlockDto } from './admin-users.dto';
import { AdminUsersService } from './admin-users.service';

@ApiTags('admin')
@ApiBearerAuth('admin')
@Controller('api/admin/users')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminUsersController {
  constructor(private readonly users: AdminUsersService) {}

  @Patch(':id/block')
  @ApiOperation({ summary: 'Blocks a user and revokes all of their sessions' })
  block(@Param('id') id: string, @Body() input: BlockDto, @CurrentUser() admin: Identity) {
    return this.users.block(id, input, admin);
  }

  @Patch(':id/unblock')
  @ApiOperation({ summary: 'Unblocks a user' })
  unblock(@Param('id') id: string, @CurrentUser() admin: Identity) {
    return this.users.unblock(id, admin);
  }
}
