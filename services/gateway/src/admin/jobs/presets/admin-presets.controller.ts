import { adminPreset, preset, presetChangeBody } from '@luit/contracts/generation/presets';
import { Body, Controller, Get, Param, Patch, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../../http/requests/dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { AdminPresetsService } from './admin-presets.service';

class NewPresetDto extends dtoOf(preset) {}
class PresetChangeDto extends dtoOf(presetChangeBody) {}

@ApiTags('admin prices')
@ApiOperatorAuth()
@Controller('api/admin/presets')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminPresetsController {
  constructor(private readonly presets: AdminPresetsService) {}

  @Get()
  @RequiresPermission('prices.read')
  @Answers(200, { items: z.array(adminPreset) })
  @ApiOperation({ summary: 'Lists all camera motions and styles, archived ones last' })
  list() {
    return this.presets.list();
  }

  @Post()
  @RequiresPermission('presets.change')
  @Answers(201, { preset: adminPreset })
  @ApiOperation({ summary: 'Creates a camera motion or a style, which is offered at once' })
  create(@Body() input: NewPresetDto, @CurrentUser() admin: Identity) {
    return this.presets.create(input, admin);
  }

  @Patch(':id')
  @RequiresPermission('presets.change')
  @Answers(200, { preset: adminPreset })
  @ApiOperation({
    summary: 'Updates the given fields for new requests; `archived` withdraws the preset or restores it',
  })
  change(@Param('id') id: string, @Body() input: PresetChangeDto, @CurrentUser() admin: Identity) {
    return this.presets.change(id, input, admin);
  }
}
