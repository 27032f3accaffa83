import { outputLabel, outputLabelBody } from '@luit/contracts/generation/output-label';
import { Body, Controller, Get, Patch, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
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
