import { generationCalls } from '@luit/contracts/generation/messages';
import { providerOverview } from '@luit/contracts/generation/providers';
import { Body, Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { ReasonDto } from '../../reason.dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { ProvidersService } from './providers.service';

@ApiTags('admin operations')
@ApiOperatorAuth()
@Controller('api/admin/providers')
@UseGuards(AdminGuard)
@DataEnvelope()
export class ProvidersController {
  constructor(private readonly providers: ProvidersService) {}

  @Get()
  @RequiresPermission('operations.read')
  @Answers(200, { providers: z.array(providerOverview) })
  @ApiOperation({ summary: 'Lists the providers with their circuit breakers, pauses and jobs' })
  list() {
    return this.providers.list();
  }

  @Post(':name/check')
  @RequiresPermission('providers.change')
  @Answers(200, generationCalls.checkProvider.output)
  @ApiOperation({ summary: 'Has a worker check now whether the provider responds' })
  check(@CurrentUser() admin: Identity, @Param('name') name: string) {
    return this.providers.check(admin.id, name);
  }

  @Post(':name/take-out')
  @RequiresPermission('providers.change')
  @Answers(200, generationCalls.setProviderRotation.output)
  @ApiOperation({ summary: 'Takes a provider out of rotation, so that it receives no new jobs' })
  takeOut(@CurrentUser() admin: Identity, @Param('name') name: string, @Body() { reason }: ReasonDto) {
    return this.providers.setRotation(admin.id, name, true, reason);
  }

  @Post(':name/put-back')
  @RequiresPermission('providers.change')
  @Answers(200, generationCalls.setProviderRotation.output)
  @ApiOperation({ summary: 'Puts a provider back into rotation' })
  putBack(@CurrentUser() admin: Identity, @Param('name') name: string, @Body() { reason }: ReasonDto) {
    return this.providers.setRotation(admin.id, name, false, reason);
  }
}
