import { userFilter, usersQuery } from '@luit/contracts/auth/user-directory';
import { approval } from '@luit/contracts/billing/approvals';
import { balance, creditsBody } from '@luit/contracts/billing/balances';
import { adminUserDetails, adminUserRow } from '@luit/contracts/http/admin-users';
import { id, page } from '@luit/contracts/messages/fields';
import { Body, Controller, Get, Header, Param, Patch, Query, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../../http/requests/dto';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers, AnswersFile } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { IdempotencyKey } from '../../../http/requests/idempotency-key';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Operator } from '../../../access/identities/token.strategy';
import { UserDirectoryService } from './user-directory.service';
import { UserExportService } from './user-export.service';

class CreditsDto extends dtoOf(creditsBody) {}
class UserFilter extends dtoOf(userFilter) {}
class UsersQuery extends dtoOf(usersQuery) {}

@ApiTags('admin users')
@ApiOperatorAuth()
@Controller('api/admin/users')
@UseGuards(AdminGuard)
@DataEnvelope()
export class UserDirectoryController {
  constructor(
    private readonly directory: UserDirectoryService,
    private readonly exports: UserExportService,
  ) {}

  @Get()
  @RequiresPermission('users.read')
  @Answers(200, page(adminUserRow))
  @RecordedAccess('users_listed')
  @ApiOperation({ summary: 'Lists accounts with their credits' })
  list(@Query() query: UsersQuery) {
    return this.directory.list(query);
  }

  @Get('export.csv')
  @RequiresPermission('users.export')
  @AnswersFile('text/csv')
  @RecordedAccess('users_exported')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Exports all matching accounts as CSV' })
  exportAll(@Query() filter: UserFilter): Promise<StreamableFile> {
    return this.exports.file(filter);
  }

  @Get(':id')
  @RequiresPermission('users.read')
  @Answers(200, adminUserDetails)
  @RecordedAccess('user_viewed')
  @ApiOperation({ summary: 'Returns one account with its devices, credits and audit log entries' })
  get(@Param('id') id: string) {
    return this.directory.get(id);
  }

  @Patch(':id/credits')
  @RequiresPermission('credits.adjust')
  @Answers(200, { credits: z.number(), balance, transactionId: id.nullable(), approval: approval.nullable() })
  @ApiOperation({ summary: 'Sets the spendable credits of a user by writing one signed adjustment entry' })
  setCredits(
    @Param('id') id: string,
    @Body() input: CreditsDto,
    @CurrentUser() admin: Operator,
    @IdempotencyKey() key?: string,
  ) {
    return this.directory.setCredits(id, input, admin, key);
  }
}
