import { acknowledgeBody, alertCalls, alertsQuery, muteBody } from '@luit/contracts/alerts/alerts';
import { Body, Controller, Get, Param, ParseUUIDPipe, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { AlertsService } from './alerts.service';

class AcknowledgeDto extends dtoOf(acknowledgeBody) {}
class AlertsQuery extends dtoOf(alertsQuery) {}
class MuteDto extends dtoOf(muteBody) {}

@ApiTags('admin alerts')
@ApiOperatorAuth()
@Controller('api/admin/alerts')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AlertsController {
  constructor(private readonly alerts: AlertsService) {}

  @Get()
  @RequiresPermission('operations.read')
  @Answers(200, alertCalls.listAlerts.output)
  @ApiOperation({ summary: 'Lists open and closed alerts' })
  list(@Query() query: AlertsQuery) {
    return this.alerts.list(query);
  }

  @Post(':id/acknowledge')
  @RequiresPermission('alerts.change')
  @Answers(200, alertCalls.acknowledgeAlert.output)
  @ApiOperation({ summary: 'Acknowledges an open alert' })
  acknowledge(@CurrentUser() admin: Identity, @Param('id', ParseUUIDPipe) id: string, @Body() input: AcknowledgeDto) {
    return this.alerts.acknowledge(admin.id, id, input);
  }

  @Post(':id/mute')
  @RequiresPermission('alerts.change')
  @Answers(200, alertCalls.muteAlert.output)
  @ApiOperation({ summary: 'Mutes an open alert for a while' })
  mute(@CurrentUser() admin: Identity, @Param('id', ParseUUIDPipe) id: string, @Body() input: MuteDto) {
    return this.alerts.mute(admin.id, id, input);
  }

  @Post(':id/unmute')
  @RequiresPermission('alerts.change')
  @Answers(200, alertCalls.unmuteAlert.output)
  @ApiOperation({ summary: 'Unmutes an alert' })
  unmute(@CurrentUser() admin: Identity, @Param('id', ParseUUIDPipe) id: string) {
    return this.alerts.unmute(admin.id, id);
  }

  @Post(':id/forget-processes')
  @RequiresPermission('alerts.change')
  @Answers(200, alertCalls.forgetProcesses.output)
  @ApiOperation({ summary: 'Notes that the missing processes of an alert left for good' })
  forgetProcesses(@CurrentUser() admin: Identity, @Param('id', ParseUUIDPipe) id: string) {
    return this.alerts.forgetProcesses(admin.id, id);
  }
}
