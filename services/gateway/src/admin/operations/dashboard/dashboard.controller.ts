import { adminDashboard } from '@luit/contracts/http/reports';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import { DashboardService } from './dashboard.service';

@ApiTags('admin reports')
@ApiOperatorAuth()
@Controller('api/admin/dashboard')
@UseGuards(AdminGuard)
@RequiresPermission('dashboard.read')
@DataEnvelope()
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  @Get()
  @Answers(200, adminDashboard)
  @RecordedAccess('dashboard_viewed')
  @ApiOperation({ summary: 'Returns all-time totals and the newest users and transactions' })
  get() {
    return this.dashboard.get();
  }
}
