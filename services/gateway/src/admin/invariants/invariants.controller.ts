import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard } from '../../identities/identity.guards';
import { InvariantsService } from './invariants.service';

@ApiTags('admin')
@ApiBearerAuth('admin')
@Controller('api/admin/invariants')
@DataEnvelope()
@UseGuards(AdminGuard)
export class InvariantsController {
  constructor(private readonly invariants: InvariantsService) {}

  @Get()
  list() {
    return this.invariants.list();
  }
}
