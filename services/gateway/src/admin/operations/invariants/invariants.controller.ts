import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import { invariantOverview, InvariantsService } from './invariants.service';

@ApiTags('admin operations')
@ApiOperatorAuth()
@Controller('api/admin/invariants')
@DataEnvelope()
@UseGuards(AdminGuard)
@RequiresPermission('operations.read')
export class InvariantsController {
  constructor(private readonly invariants: InvariantsService) {}

  @Get()
  @Answers(200, invariantOverview)
  @ApiOperation({ summary: 'Returns the latest result of each invariant' })
  list() {
    return this.invariants.list();
  }
}
