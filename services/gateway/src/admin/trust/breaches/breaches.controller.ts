import {
  breach,
  breachAccountsBody,
  breachBody,
  breachDetails,
  breachEventBody,
  breachMailings,
  breachNoticeBody,
  breachSelection,
  sendBreachNoticeBody,
} from '@luit/contracts/auth/breaches';
import { Body, Controller, Get, Header, Param, Post, Put, Query, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../../http/requests/dto';
import { ReasonDto } from '../../reason.dto';
import { IdPageQuery } from '../../../http/requests/page-query';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers, AnswersFile } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { BreachesService } from './breaches.service';

class BreachAccountsDto extends dtoOf(breachAccountsBody) {}
class BreachDto extends dtoOf(breachBody) {}
class BreachEventDto extends dtoOf(breachEventBody) {}
class BreachNoticeDto extends dtoOf(breachNoticeBody) {}
class SendBreachNoticeDto extends dtoOf(sendBreachNoticeBody) {}

@ApiTags('admin breaches')
@ApiOperatorAuth()
@Controller('api/admin/breaches')
@UseGuards(AdminGuard)
@DataEnvelope()
export class BreachesController {
  constructor(private readonly breaches: BreachesService) {}

  @Get()
  @RequiresPermission('breaches.read')
  @Answers(200, { items: z.array(breach), nextCursor: z.string().nullable(), total: z.number() })
  @ApiOperation({ summary: 'Lists breaches of personal data, latest first' })
  list(@Query() query: IdPageQuery) {
    return this.breaches.list(query);
  }

  @Post()
  @RequiresPermission('breaches.change')
  @Answers(201, { breach: breachDetails })
  @ApiOperation({ summary: 'Records a breach; the clocks of the notices start when it was noticed' })
  record(@CurrentUser() admin: Identity, @Body() input: BreachDto) {
    return this.breaches.record(admin, input);
  }

  @Get(':id')
  @RequiresPermission('breaches.read')
  @Answers(200, { breach: breachDetails })
  @ApiOperation({ summary: 'Returns a breach with its notices and what was done' })
  get(@Param('id') id: string) {
    return this.breaches.get(id);
  }

  @Post(':id/accounts')
  @RequiresPermission('breaches.change')
  @Answers(200, { selection: breachSelection })
  @ApiOperation({ summary: 'Adds affected accounts' })
  addAccounts(@CurrentUser() admin: Identity, @Param('id') id: string, @Body() input: BreachAccountsDto) {
    return this.breaches.addAccounts(admin, id, input);
  }

  @Post(':id/accounts/clear')
  @RequiresPermission('breaches.change')
  @Answers(200, { breach: breachDetails })
  @ApiOperation({ summary: 'Removes all affected accounts, for example after a wrong selection' })
  clear(@CurrentUser() admin: Identity, @Param('id') id: string, @Body() input: ReasonDto) {
    return this.breaches.clear(admin, id, input);
  }

  @Get(':id/accounts.csv')
  @RequiresPermission('breaches.export')
  @AnswersFile('text/csv')
  @RecordedAccess('breach_accounts_exported')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Exports the affected accounts as CSV' })
  exportAccounts(@Param('id') id: string): Promise<StreamableFile> {
    return this.breaches.file(id);
  }

  @Put(':id/notices/:kind')
  @RequiresPermission('breaches.change')
  @Answers(200, { breach: breachDetails })
  @ApiOperation({ summary: 'Saves the text of a notice: cert_in, board or users' })
  saveNotice(
    @CurrentUser() admin: Identity,
    @Param('id') id: string,
    @Param('kind') kind: string,
    @Body() { text }: BreachNoticeDto,
  ) {
    return this.breaches.saveNotice(admin, id, kind, text);
  }

  @Get(':id/mailings')
  @RequiresPermission('breaches.read')
  @Answers(200, { mailings: breachMailings })
  @ApiOperation({
    summary: 'Previews the email to the affected accounts, and returns the progress of those that were sent',
  })
  getMailings(@Param('id') id: string) {
    return this.breaches.getMailings(id);
  }

  @Post(':id/mailings')
  @RequiresPermission('breach_notices.send')
  @Answers(200)
  @ApiOperation({ summary: 'Emails the notice to every affected account that has none yet' })
  sendNotice(@CurrentUser() admin: Identity, @Param('id') id: string, @Body() input: SendBreachNoticeDto) {
    return this.breaches.sendNotice(admin, id, input);
  }

  @Post(':id/events')
  @RequiresPermission('breaches.change')
  @Answers(200, { breach: breachDetails })
  @ApiOperation({ summary: 'Records that somebody was informed, a note, or the end of the breach' })
  addEvent(@CurrentUser() admin: Identity, @Param('id') id: string, @Body() input: BreachEventDto) {
    return this.breaches.addEvent(admin, id, input);
  }
}
