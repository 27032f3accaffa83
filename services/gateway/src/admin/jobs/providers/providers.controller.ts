import { generationCalls } from '@luit/contracts/generation/messages';
import { newProviderBody, providerBody, providerStateBody } from '@luit/contracts/generation/provider-instances';
import { CallClient } from '@luit/platform/calls/call-client';
import { Body, Controller, Get, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { dtoOf } from '../../../http/requests/dto';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';

class NewProviderDto extends dtoOf(newProviderBody) {}
class ProviderDto extends dtoOf(providerBody) {}
class ProviderStateDto extends dtoOf(providerStateBody) {}

@ApiTags('admin operations')
@ApiOperatorAuth()
@Controller('api/admin/providers')
@UseGuards(AdminGuard)
@DataEnvelope()
export class ProvidersController {
  constructor(private readonly calls: CallClient) {}

  @Get()
  @RequiresPermission('operations.read')
  @Answers(200, generationCalls.listProviders.output)
  @ApiOperation({ summary: 'Lists the providers with their settings, circuit breakers, pauses and jobs' })
  list() {
    return this.calls.call(generationCalls.listProviders, {});
  }

  @Post()
  @RequiresPermission('providers.connect')
  @Answers(201, generationCalls.createProvider.output)
  @ApiOperation({ summary: 'Adds an account at a vendor or a server, which is off until it is turned on' })
  create(@CurrentUser() admin: Identity, @Body() input: NewProviderDto) {
    return this.calls.call(generationCalls.createProvider, { adminId: admin.id, ...input });
  }

  @Put(':name')
  @RequiresPermission('providers.connect')
  @Answers(200, generationCalls.changeProvider.output)
  @ApiOperation({ summary: 'Changes a provider; workers use the changes within seconds' })
  change(@CurrentUser() admin: Identity, @Param('name') name: string, @Body() input: ProviderDto) {
    return this.calls.call(generationCalls.changeProvider, { adminId: admin.id, provider: name, ...input });
  }

  @Post(':name/check')
  @RequiresPermission('providers.change')
  @Answers(200, generationCalls.checkProvider.output)
  @ApiOperation({ summary: 'Has a worker test the connection now: what answers, or what is wrong' })
  check(@CurrentUser() admin: Identity, @Param('name') name: string) {
    return this.calls.call(generationCalls.checkProvider, { adminId: admin.id, provider: name });
  }

  @Post(':name/state')
  @RequiresPermission('providers.change')
  @Answers(200, generationCalls.setProviderState.output)
  @ApiOperation({ summary: 'Turns a provider on or off, or drains it; running jobs finish in any case' })
  setState(@CurrentUser() admin: Identity, @Param('name') name: string, @Body() input: ProviderStateDto) {
    return this.calls.call(generationCalls.setProviderState, { adminId: admin.id, provider: name, ...input });
  }
}
