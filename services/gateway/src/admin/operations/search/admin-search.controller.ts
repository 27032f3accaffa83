import { searchQuery } from '@luit/contracts/auth/user-directory';
import { searchResults } from '@luit/contracts/http/admin-search';
import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Operator } from '../../../access/identities/token.strategy';
import { AdminSearchService } from './admin-search.service';

class SearchQuery extends dtoOf(searchQuery) {}

@ApiTags('admin search')
@ApiOperatorAuth()
@Controller('api/admin/search')
@UseGuards(AdminGuard)
@RequiresPermission('users.read')
@DataEnvelope()
export class AdminSearchController {
  constructor(private readonly search: AdminSearchService) {}

  @Get()
  @Answers(200, searchResults)
  @RecordedAccess('searched')
  @ApiOperation({
    summary: 'Finds users, jobs, orders, transactions and promotional codes by address, name, code or id',
  })
  find(@CurrentUser() admin: Operator, @Query() { q }: SearchQuery) {
    return this.search.find(admin, q);
  }
}
