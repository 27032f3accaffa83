import { adminDispute, disputesQuery } from '@luit/contracts/billing/disputes';
import { page } from '@luit/contracts/messages/fields';
import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import { AdminDisputesService } from './admin-disputes.service';

class DisputesQuery extends dtoOf(disputesQuery) {}

@ApiTags('admin transactions')
@ApiOperatorAuth()
@Controller('api/admin/disputes')
@UseGuards(AdminGuard)
@RequiresPermission('transactions.read')
@DataEnvelope()
export class AdminDisputesController {
  constructor(private readonly disputes: AdminDisputesService) {}

  @Get()
  @Answers(200, page(adminDispute))
  @RecordedAccess('disputes_listed')
  @ApiOperation({ summary: 'Lists disputed payments: open ones by their deadline, others newest first' })
  list(@Query() query: DisputesQuery) {
    return this.disputes.list(query);
  }
}
