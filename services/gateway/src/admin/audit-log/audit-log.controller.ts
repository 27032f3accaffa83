import { auditLogRow } from '@luit/contracts/http/audit-log';
import { page } from '@luit/contracts/messages/fields';
import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RecordedAccess } from '../../audit/recorded-access.interceptor';
import { Answers } from '../../http/answers';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard } from '../../identities/identity.guards';
import { ApiOperatorAuth } from '../../identities/operator-auth';
import { AuditLogQuery } from './audit-log.dto';
import { AuditLogService } from './audit-log.service';

@ApiTags('admin audit log')
@ApiOperatorAuth()
@Controller('api/admin/audit-log')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AuditLogController {
  constructor(private readonly auditLog: AuditLogService) {}

  @Get()
  @Answers(200, page(auditLogRow))
  @RecordedAccess('audit_log_viewed')
  @ApiOperation({ summary: 'Lists the audit log, newest first' })
  list(@Query() query: AuditLogQuery) {
    return this.auditLog.list(query);
  }
}
