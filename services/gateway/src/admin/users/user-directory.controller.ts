import { Body, Controller, Get, Header, Param, Patch, Query, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { RecordedAccess } from '../../audit/recorded-access.interceptor';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { IdempotencyKey } from '../../http/idempotency-key';
import { AdminGuard, CurrentUser } from '../../identities/identity.guards';
import type { Identity } from '../../identities/token.strategy';
import { CreditsDto, UserFilter, UsersQuery } from './admin-users.dto';
import { UserDirectoryService } from './user-directory.service';
import { UserExportService } from './user-export.service';

@ApiTags('admin')
@ApiBearerAuth('admin')
@Controller('api/admin/users')
@UseGuards(AdminGuard)
@DataEnvelope()
export class UserDirectoryController {
  constructor(
    private readonly directory: UserDirectoryService,
    private readonly exports: UserExportService,
  ) {}

  @Get()
  @RecordedAccess('users_listed')
  @ApiOperation({ summary: 'Lists accounts with their credits' })
  list(@Query() query: UsersQuery) {
    return this.directory.list(query);
  }

  @Get('export.csv')
  @RecordedAccess('users_exported')
  @Header('cache-control', 'no-store')
  @ApiProduces('text/csv')
  @ApiOperation({ summary: 'Exports all matching accounts as CSV' })
  exportAll(@Query() filter: UserFilter): Promise<StreamableFile> {
    return this.exports.file(filter);
  }

  @Get(':id')
  @RecordedAccess('user_viewed')
  @ApiOperation({ summary: 'Returns one account with its devices, credits and audit log entries' })
  get(@Param('id') id: string) {
    return this.directory.get(id);
  }

  @Patch(':id/credits')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiOperation({ summary: 'Sets the spendable credits of a user by writing one signed adjustment entry' })
  setCredits(
    @Param('id') id: string,
    @Body() input: CreditsDto,
    @CurrentUser() admin: Identity,
    @IdempotencyKey() key?: string,
  ) {
    return this.directory.setCredits(id, input, admin, key);
  }
}
