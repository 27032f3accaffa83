import { providerOverview } from '@luit/contracts/generation/providers';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Answers } from '../../http/answers';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard } from '../../identities/identity.guards';
import { ApiOperatorAuth } from '../../identities/operator-auth';
import { ProvidersService } from './providers.service';

@ApiTags('admin operations')
@ApiOperatorAuth()
@Controller('api/admin/providers')
@UseGuards(AdminGuard)
@DataEnvelope()
export class ProvidersController {
  constructor(private readonly providers: ProvidersService) {}

  @Get()
  @Answers(200, { providers: z.array(providerOverview) })
  @ApiOperation({ summary: 'Lists the providers with their circuit breakers, pauses and jobs' })
  list() {
    return this.providers.list();
  }
}
