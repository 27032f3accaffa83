import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard } from '../../identities/identity.guards';
import { ProvidersService } from './providers.service';

@ApiTags('admin')
@ApiBearerAuth('admin')
@Controller('api/admin/providers')
@UseGuards(AdminGuard)
@DataEnvelope()
export class ProvidersController {
  constructor(private readonly providers: ProvidersService) {}

  @Get()
  @ApiOperation({ summary: 'Lists the providers with their circuit breakers, pauses and jobs' })
  list() {
    return this.providers.list();
  }
}
