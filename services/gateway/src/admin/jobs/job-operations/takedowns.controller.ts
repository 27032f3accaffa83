import { approval } from '@luit/contracts/billing/approvals';
import { takedownBody } from '@luit/contracts/generation/takedowns';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Body, Controller, HttpCode, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dtoOf } from '../../../http/requests/dto';
import { ReasonDto } from '../../reason.dto';
import { FilesService } from '../../../storage/files/files.service';
import { Answers, AnswersFile } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity, Operator } from '../../../access/identities/token.strategy';
import { TakedownsService } from './takedowns.service';

class TakedownDto extends dtoOf(takedownBody) {}

@ApiTags('admin jobs')
@ApiOperatorAuth()
@Controller('api/admin/jobs/:id/takedown')
@UseGuards(AdminGuard)
@DataEnvelope()
export class TakedownsController {
  constructor(
    private readonly calls: CallClient,
    private readonly files: FilesService,
    private readonly takedowns: TakedownsService,
  ) {}

  @Post()
  @RequiresPermission('takedowns.take_down')
  @Answers(200, { approval: approval.nullable() })
  @ApiOperation({ summary: 'Hides the files of a finished job from everyone; its owner reads the kind and the reason' })
  async takeDown(@CurrentUser() admin: Operator, @Param('id') requestId: string, @Body() input: TakedownDto) {
    const waiting = await this.takedowns.takeDown(admin, { requestId, ...input });
    return { message: 'The output has been taken down', approval: waiting };
  }

  @Post('file')
  @HttpCode(200)
  @RequiresPermission('takedowns.view')
  @AnswersFile('*/*')
  @ApiOperation({
    summary:
      'Sends a file that was taken down, even if its account was deleted; the audit log records the view with its reason',
  })
  async open(
    @CurrentUser() { id: adminId }: Identity,
    @Param('id') requestId: string,
    @Body() { reason }: ReasonDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { key } = await this.calls.call(operationsCalls.openTakenDownFile, { adminId, requestId, reason });
    return this.files.deliverTakenDown(key, request, reply);
  }

  @Post('lift')
  @RequiresPermission('takedowns.lift')
  @Answers(200)
  @ApiOperation({ summary: 'Lifts the takedown of a job' })
  async lift(@CurrentUser() { id: adminId }: Identity, @Param('id') requestId: string, @Body() { reason }: ReasonDto) {
    await this.calls.call(operationsCalls.liftTakedown, { adminId, requestId, reason });
    return { message: 'The output is shown again' };
  }
}
