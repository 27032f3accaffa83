import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { RecordedAccess } from '../../audit/recorded-access.interceptor';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard } from '../../identities/identity.guards';
import { AuditLogQuery } from './audit-log.dto';
import { AuditLogService } from './audit-log.service';

@ApiTags('admin')
@ApiBearerAuth('admin')
@Controller('api/admin/audit-log')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AuditLogController {
  constructor(private readonly auditLog: AuditLogService) {}

  @Get()
  @RecordedAccess('audit_log_viewed')
  @ApiOperation({ summary: 'Lists the audit log, newest first' })
  list(@Query() query: AuditLogQuery) {
    return this.auditLog.list(query);
  }
}
