import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard } from '../../identities/identity.guards';
import { AlertsQuery } from './alerts.dto';
import { AlertsService } from './alerts.service';

@ApiTags('admin')
@ApiBearerAuth('admin')
@Controller('api/admin/alerts')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AlertsController {
  constructor(private readonly alerts: AlertsService) {}

  @Get()
  @ApiOperation({ summary: 'Lists open and closed alerts' })
  list(@Query() query: AlertsQuery) {
    return this.alerts.list(query);
  }
}
