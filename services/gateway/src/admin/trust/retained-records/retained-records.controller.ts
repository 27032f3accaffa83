import { page } from '@luit/contracts/messages/fields';
import { retainedAccount, retainedRecord } from '@luit/contracts/auth/retained-records';
import { Body, Controller, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { IdPageQuery } from '../../../http/requests/page-query';
import { ReasonDto } from '../../reason.dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { RetainedRecordsService } from './retained-records.service';

@ApiTags('admin retained records')
@ApiOperatorAuth()
@Controller('api/admin/sealed-records')
@UseGuards(AdminGuard)
@DataEnvelope()
export class RetainedRecordsController {
  constructor(private readonly records: RetainedRecordsService) {}

  @Get()
  @RequiresPermission('sealed.read')
  @Answers(200, page(retainedRecord))
  @ApiOperation({ summary: 'Lists retained records of deleted accounts without their content, latest deletion first' })
  list(@Query() query: IdPageQuery) {
    return this.records.list(query);
  }

  @Post(':id/open')
  @RequiresPermission('sealed.open')
  @Answers(200, { record: retainedRecord.extend({ account: retainedAccount }) })
  @ApiOperation({ summary: 'Opens the retained record of a deleted account; the audit log keeps the reason' })
  open(@Param('id') id: string, @Body() { reason }: ReasonDto, @CurrentUser() admin: Identity) {
    return this.records.open(admin, id, reason);
  }
}
