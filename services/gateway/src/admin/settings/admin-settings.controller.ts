import { Body, Controller, Get, Patch, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../identities/identity.guards';
import type { Identity } from '../../identities/token.strategy';
import { SettingsDto } from './admin-settings.dto';
import { AdminSettingsService } from './admin-settings.service';

@ApiTags('admin')
@ApiBearerAuth('admin')
@Controller('api/admin/settings')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminSettingsController {
  constructor(private readonly settings: AdminSettingsService) {}

  @Get()
  @ApiOperation({ summary: 'Returns the runtime settings' })
  get() {
    return this.settings.get();
  }

  @Patch()
  @ApiOperation({ summary: 'Updates the given settings with immediate effect' })
  change(@Body() input: SettingsDto, @CurrentUser() admin: Identity) {
    return this.settings.change(input, admin);
  }
}
