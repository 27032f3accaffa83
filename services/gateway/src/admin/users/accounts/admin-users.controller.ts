import { adminUser } from '@luit/contracts/http/admin-users';
import { Body, Controller, Param, Patch, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ReasonDto } from '../../reason.dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { AdminUsersService } from './admin-users.service';

@ApiTags('admin users')
@ApiOperatorAuth()
@Controller('api/admin/users')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminUsersController {
  constructor(private readonly users: AdminUsersService) {}

  @Patch(':id/block')
  @RequiresPermission('users.block')
  @Answers(200, { user: adminUser })
  @ApiOperation({ summary: 'Blocks a user and revokes all of their sessions' })
  block(@Param('id') id: string, @Body() input: ReasonDto, @CurrentUser() admin: Identity) {
    return this.users.block(id, input, admin);
  }

  @Patch(':id/unblock')
  @RequiresPermission('users.block')
  @Answers(200, { user: adminUser })
  @ApiOperation({ summary: 'Unblocks a user' })
  unblock(@Param('id') id: string, @CurrentUser() admin: Identity) {
    return this.users.unblock(id, admin);
  }
}
