import { CallClient } from '@luit/platform/calls/call-client';
import { generationCalls } from '@luit/contracts/generation/messages';
import { runnerTokenBody } from '@luit/contracts/generation/runners';
import { Body, Controller, Get, Param, ParseUUIDPipe, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { dtoOf } from '../../../http/requests/dto';
import { ReasonDto } from '../../reason.dto';

class RunnerTokenDto extends dtoOf(runnerTokenBody) {}

@ApiTags('admin operations')
@ApiOperatorAuth()
@Controller('api/admin/providers/:name')
@UseGuards(AdminGuard)
@DataEnvelope()
export class ProviderRunnersController {
  constructor(private readonly calls: CallClient) {}

  @Get('runners')
  @RequiresPermission('operations.read')
  @Answers(200, generationCalls.listRunners.output)
  @ApiOperation({ summary: 'Lists the tokens of a provider whose jobs runners make, and the runners' })
  list(@Param('name') instance: string) {
    return this.calls.call(generationCalls.listRunners, { instance });
  }

  @Post('runner-tokens')
  @RequiresPermission('providers.connect')
  @Answers(201, generationCalls.createRunnerToken.output)
  @ApiOperation({ summary: 'Creates a token for runners; only this answer shows it' })
  create(@CurrentUser() { id: adminId }: Identity, @Param('name') instance: string, @Body() body: RunnerTokenDto) {
    return this.calls.call(generationCalls.createRunnerToken, { ...body, adminId, instance });
  }

  @Post('runner-tokens/:id/revoke')
  @RequiresPermission('providers.change')
  @Answers(200)
  @ApiOperation({ summary: 'Revokes a token; its runners get nothing any more, and their jobs go to others' })
  async revoke(
    @CurrentUser() { id: adminId }: Identity,
    @Param('name') instance: string,
    @Param('id', ParseUUIDPipe) tokenId: string,
    @Body() { reason }: ReasonDto,
  ) {
    return this.calls.call(generationCalls.revokeRunnerToken, { adminId, instance, tokenId, reason });
  }
}
