import { outputLabel, outputLabelBody } from '@luit/contracts/generation/output-label';
import { Body, Controller, Get, Patch, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../http/dto';
import { Answers } from '../../http/answers';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../identities/identity.guards';
import { ApiOperatorAuth } from '../../identities/operator-auth';
import { RequiresPermission } from '../../identities/operator-permission';
import type { Identity } from '../../identities/token.strategy';
import { AdminOutputLabelService } from './admin-output-label.service';

class OutputLabelDto extends dtoOf(outputLabelBody) {}

@ApiTags('admin settings')
@ApiOperatorAuth()
@Controller('api/admin/settings/output-label')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminOutputLabelController {
  constructor(private readonly label: AdminOutputLabelService) {}

  @Get()
  @RequiresPermission('settings.read')
  @Answers(200, { label: outputLabel })
  @ApiOperation({ summary: 'Returns the visible label of generated videos and restored photos' })
  get() {
    return this.label.get();
  }

  @Patch()
  @RequiresPermission('settings.change')
  @Answers(200, { label: outputLabel })
  @ApiOperation({ summary: 'Updates the given fields of the label for files that are stored from now on' })
  change(@Body() input: OutputLabelDto, @CurrentUser() admin: Identity) {
    return this.label.change(input, admin);
  }
}
