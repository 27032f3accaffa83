import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { RecordedAccess } from '../../audit/recorded-access.interceptor';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard } from '../../identities/identity.guards';
import { DashboardService } from './dashboard.service';

@ApiTags('admin')
@ApiBearerAuth('admin')
@Controller('api/admin/dashboard')
@UseGuards(AdminGuard)
@DataEnvelope()
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  @Get()
  @RecordedAccess('dashboard_viewed')
  @ApiOperation({ summary: 'Totals over all days, the newest users and transactions' })
  get() {
    return this.dashboard.get();
  }
}
