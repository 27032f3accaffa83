import { alertCalls } from '@luit/contracts/alerts/alerts';
import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../http/answers';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard } from '../../identities/identity.guards';
import { ApiOperatorAuth } from '../../identities/operator-auth';
import { AlertsQuery } from './alerts.dto';
import { AlertsService } from './alerts.service';

@ApiTags('admin alerts')
@ApiOperatorAuth()
@Controller('api/admin/alerts')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AlertsController {
  constructor(private readonly alerts: AlertsService) {}

  @Get()
  @Answers(200, alertCalls.listAlerts.output)
  @ApiOperation({ summary: 'Lists open and closed alerts' })
  list(@Query() query: AlertsQuery) {
    return this.alerts.list(query);
  }
}
