import { page } from '@luit/contracts/messages/fields';
import { sealedAccount, sealedRecord } from '@luit/contracts/auth/sealed-records';
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
import { SealedRecordsService } from './sealed-records.service';

@ApiTags('admin sealed records')
@ApiOperatorAuth()
@Controller('api/admin/sealed-records')
@UseGuards(AdminGuard)
@DataEnvelope()
export class SealedRecordsController {
  constructor(private readonly records: SealedRecordsService) {}

  @Get()
  @RequiresPermission('sealed.read')
  @Answers(200, page(sealedRecord))
  @ApiOperation({ summary: 'Lists sealed records of deleted accounts without their content, latest deletion first' })
  list(@Query() query: IdPageQuery) {
    return this.records.list(query);
  }

  @Post(':id/open')
  @RequiresPermission('sealed.open')
  @Answers(200, { record: sealedRecord.extend({ account: sealedAccount }) })
  @ApiOperation({ summary: 'Opens the sealed record of a deleted account; the audit log keeps the reason' })
  open(@Param('id') id: string, @Body() { reason }: ReasonDto, @CurrentUser() admin: Identity) {
    return this.records.open(admin, id, reason);
  }
}
