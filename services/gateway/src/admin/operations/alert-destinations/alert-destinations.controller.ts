import { alertDestinationBody, alertDestinationCalls } from '@luit/contracts/alerts/alert-destinations';
import { Body, Controller, Delete, Get, Param, ParseUUIDPipe, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { AlertDestinationsService } from './alert-destinations.service';

class AlertDestinationDto extends dtoOf(alertDestinationBody) {}

@ApiTags('admin alerts')
@ApiOperatorAuth()
@Controller('api/admin/alert-destinations')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AlertDestinationsController {
  constructor(private readonly destinations: AlertDestinationsService) {}

  @Get()
  @RequiresPermission('alert_destinations.read')
  @Answers(200, alertDestinationCalls.listAlertDestinations.output)
  @ApiOperation({ summary: 'Lists the alert destinations, with the result of their latest delivery' })
  list() {
    return this.destinations.list();
  }

  @Post()
  @RequiresPermission('alert_destinations.change')
  @Answers(201, alertDestinationCalls.addAlertDestination.output)
  @ApiOperation({ summary: 'Adds an email address or a webhook; returns the secret of a signed webhook once' })
  add(@CurrentUser() admin: Identity, @Body() input: AlertDestinationDto) {
    return this.destinations.add(admin.id, input);
  }

  @Delete(':id')
  @RequiresPermission('alert_destinations.change')
  @Answers(200, alertDestinationCalls.removeAlertDestination.output)
  @ApiOperation({ summary: 'Removes a destination and its undelivered messages' })
  remove(@CurrentUser() admin: Identity, @Param('id', ParseUUIDPipe) id: string) {
    return this.destinations.remove(admin.id, id);
  }

  @Post(':id/test')
  @RequiresPermission('alert_destinations.read')
  @Answers(200, alertDestinationCalls.testAlertDestination.output)
  @ApiOperation({ summary: 'Sends a test message' })
  test(@CurrentUser() admin: Identity, @Param('id', ParseUUIDPipe) id: string) {
    return this.destinations.test(admin.id, id);
  }
}
