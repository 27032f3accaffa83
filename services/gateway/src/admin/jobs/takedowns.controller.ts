import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Body, Controller, Param, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../http/answers';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../identities/identity.guards';
import { ApiOperatorAuth } from '../../identities/operator-auth';
import { RequiresPermission } from '../../identities/operator-permission';
import type { Identity } from '../../identities/token.strategy';
import { LiftTakedownDto, TakedownDto } from './takedowns.dto';

@ApiTags('admin jobs')
@ApiOperatorAuth()
@Controller('api/admin/jobs/:id/takedown')
@UseGuards(AdminGuard)
@DataEnvelope()
export class TakedownsController {
  constructor(private readonly calls: CallClient) {}

  @Post()
  @RequiresPermission('takedowns.take_down')
  @Answers(200)
  @ApiOperation({ summary: 'Hides the files of a finished job from everyone; its owner reads the kind and the reason' })
  async takeDown(@CurrentUser() { id: adminId }: Identity, @Param('id') requestId: string, @Body() input: TakedownDto) {
    await this.calls.call(operationsCalls.takeDown, { adminId, requestId, ...input });
    return { message: 'The output has been taken down' };
  }

  @Post('lift')
  @RequiresPermission('takedowns.lift')
  @Answers(200)
  @ApiOperation({ summary: 'Shows the files of a job again that was taken down' })
  async lift(
    @CurrentUser() { id: adminId }: Identity,
    @Param('id') requestId: string,
    @Body() { reason }: LiftTakedownDto,
  ) {
    await this.calls.call(operationsCalls.liftTakedown, { adminId, requestId, reason });
    return { message: 'The output is shown again' };
  }
}
