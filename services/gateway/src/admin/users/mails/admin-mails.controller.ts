import { listedMails, mailDetails, mailsQuery } from '@luit/contracts/auth/mails';
import { Body, Controller, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { ReasonDto } from '../../reason.dto';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { AdminMailsService } from './admin-mails.service';

class MailsQuery extends dtoOf(mailsQuery) {}

@ApiTags('admin mails')
@ApiOperatorAuth()
@Controller('api/admin/mails')
@UseGuards(AdminGuard)
@RequiresPermission('mails.read')
@DataEnvelope()
export class AdminMailsController {
  constructor(private readonly mails: AdminMailsService) {}

  @Get()
  @Answers(200, listedMails)
  @RecordedAccess('mails_listed')
  @ApiOperation({ summary: 'Lists emails with their state, newest first' })
  list(@Query() query: MailsQuery) {
    return this.mails.list(query);
  }

  @Get(':id')
  @Answers(200, mailDetails)
  @RecordedAccess('mail_viewed')
  @ApiOperation({ summary: 'Returns one email with its text, in which every token is masked' })
  get(@Param('id') id: string) {
    return this.mails.get(id);
  }

  @Post(':id/resend')
  @RequiresPermission('mails.resend')
  @Answers(200)
  @ApiOperation({ summary: 'Sends an email again, or immediately if it is still waiting' })
  resend(@CurrentUser() admin: Identity, @Param('id') id: string, @Body() input: ReasonDto) {
    return this.mails.resend(admin.id, id, input);
  }
}
