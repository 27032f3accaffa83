import { operationsCalls } from '@luit/contracts/operations/messages';
import { storedTrafficSettings, trafficBody } from '@luit/contracts/operations/traffic';
import { CallClient } from '@luit/platform/calls/call-client';
import { Body, Controller, Get, Put, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';

class TrafficDto extends dtoOf(trafficBody) {}

@ApiTags('admin settings')
@ApiOperatorAuth()
@Controller('api/admin/settings/traffic')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminTrafficController {
  constructor(private readonly calls: CallClient) {}

  @Get()
  @RequiresPermission('settings.read')
  @Answers(200, storedTrafficSettings)
  @ApiOperation({ summary: 'Returns how much people may ask for' })
  get() {
    return this.calls.call(operationsCalls.getTrafficSettings, {});
  }

  @Put()
  @RequiresPermission('service.restrict')
  @Answers(200, storedTrafficSettings)
  @ApiOperation({ summary: 'Sets how much people may ask for, unless it changed meanwhile; applies within seconds' })
  async change(@Body() input: TrafficDto, @CurrentUser() { id: adminId }: Identity) {
    const settings = await this.calls.call(operationsCalls.changeTrafficSettings, { adminId, ...input });
    return { message: 'The settings have been saved', ...settings };
  }
}
