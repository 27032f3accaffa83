import { approval } from '@luit/contracts/billing/approvals';
import { billingSettings, settingsBody } from '@luit/contracts/billing/settings';
import { Body, Controller, Get, Patch, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Operator } from '../../../access/identities/token.strategy';
import { AdminSettingsService } from './admin-settings.service';

class SettingsDto extends dtoOf(settingsBody) {}

@ApiTags('admin settings')
@ApiOperatorAuth()
@Controller('api/admin/settings')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminSettingsController {
  constructor(private readonly settings: AdminSettingsService) {}

  @Get()
  @RequiresPermission('settings.read')
  @Answers(200, billingSettings)
  @ApiOperation({ summary: 'Returns the runtime settings' })
  get() {
    return this.settings.get();
  }

  @Patch()
  @RequiresPermission('settings.change')
  @Answers(200, billingSettings.extend({ approval: approval.nullable() }))
  @ApiOperation({ summary: 'Updates the given settings with immediate effect' })
  change(@Body() input: SettingsDto, @CurrentUser() admin: Operator) {
    return this.settings.change(input, admin);
  }
}
