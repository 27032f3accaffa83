import {
  incidentBody,
  incidentMailing,
  incidentMailsBody,
  incidentPreview,
  incidentRecipient,
  incidentRecipientsQuery,
} from '@luit/contracts/auth/incident-mails';
import { id, page } from '@luit/contracts/messages/fields';
import { Body, Controller, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../../http/requests/dto';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { IdPageQuery } from '../../../http/requests/page-query';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { IncidentMailsService } from './incident-mails.service';

class IncidentMailsDto extends dtoOf(incidentMailsBody) {}
class IncidentRecipientsQuery extends dtoOf(incidentRecipientsQuery) {}
class IncidentSelectionDto extends dtoOf(incidentBody) {}

const mailing = incidentMailing.extend({ admin_email: z.string() });

@ApiTags('admin mails')
@ApiOperatorAuth()
@Controller('api/admin/incident-mails')
@UseGuards(AdminGuard)
@DataEnvelope()
export class IncidentMailsController {
  constructor(private readonly incidentMails: IncidentMailsService) {}

  @Post('preview')
  @RequiresPermission('incident_mails.send')
  @Answers(200, incidentPreview)
  @ApiOperation({ summary: 'Previews an incident mailing and freezes its recipients' })
  preview(@CurrentUser() admin: Identity, @Body() input: IncidentSelectionDto) {
    return this.incidentMails.preview(admin.id, input);
  }

  @Post()
  @RequiresPermission('incident_mails.send')
  @Answers(200, z.object({ mailingId: id }))
  @ApiOperation({ summary: 'Queues one email for each recipient of a preview, once' })
  queue(@CurrentUser() admin: Identity, @Body() input: IncidentMailsDto) {
    return this.incidentMails.queue(admin.id, input);
  }

  @Get()
  @RequiresPermission('incident_mails.read')
  @Answers(200, page(mailing))
  @ApiOperation({ summary: 'Lists incident mailings with their progress, newest first' })
  list(@Query() query: IdPageQuery) {
    return this.incidentMails.list(query);
  }

  @Get(':id')
  @RequiresPermission('incident_mails.read')
  @Answers(200, page(incidentRecipient).extend({ mailing }))
  @RecordedAccess('incident_mails_viewed')
  @ApiOperation({ summary: 'Returns a mailing and the state of each recipient' })
  get(@Param('id') mailingId: string, @Query() query: IncidentRecipientsQuery) {
    return this.incidentMails.get(mailingId, query);
  }
}
