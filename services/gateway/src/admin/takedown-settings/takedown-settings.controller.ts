import { takedownSettings } from '@luit/contracts/generation/takedowns';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Body, Controller, Get, Patch, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../http/answers';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../identities/identity.guards';
import { ApiOperatorAuth } from '../../identities/operator-auth';
import { RequiresPermission } from '../../identities/operator-permission';
import type { Identity } from '../../identities/token.strategy';
import { TakedownSettingsDto } from './takedown-settings.dto';

@ApiTags('admin settings')
@ApiOperatorAuth()
@Controller('api/admin/settings/takedowns')
@UseGuards(AdminGuard)
@DataEnvelope()
export class TakedownSettingsController {
  constructor(private readonly calls: CallClient) {}

  @Get()
  @RequiresPermission('settings.read')
  @Answers(200, { settings: takedownSettings })
  @ApiOperation({ summary: 'Returns whether credits return after a takedown' })
  async get() {
    return { settings: await this.calls.call(operationsCalls.getTakedownSettings, {}) };
  }

  @Patch()
  @RequiresPermission('settings.change')
  @Answers(200, { settings: takedownSettings })
  @ApiOperation({ summary: 'Sets whether credits return after takedowns from now on' })
  async change(@CurrentUser() { id: adminId }: Identity, @Body() input: TakedownSettingsDto) {
    return { settings: await this.calls.call(operationsCalls.changeTakedownSettings, { adminId, ...input }) };
  }
}
