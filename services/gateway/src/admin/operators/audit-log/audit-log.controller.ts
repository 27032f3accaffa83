import { auditLogExportQuery, auditLogQuery } from '@luit/contracts/auth/audit-log';
import { auditLogRow } from '@luit/contracts/http/audit-log';
import { page } from '@luit/contracts/messages/fields';
import { Controller, Get, Header, Query, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers, AnswersFile } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Operator } from '../../../access/identities/token.strategy';
import { AuditLogExportService } from './audit-log-export.service';
import { AuditLogService } from './audit-log.service';

class AuditLogExportQuery extends dtoOf(auditLogExportQuery) {}
class AuditLogQuery extends dtoOf(auditLogQuery) {}

@ApiTags('admin audit log')
@ApiOperatorAuth()
@Controller('api/admin/audit-log')
@UseGuards(AdminGuard)
@RequiresPermission('audit_log.read')
@DataEnvelope()
export class AuditLogController {
  constructor(
    private readonly auditLog: AuditLogService,
    private readonly exports: AuditLogExportService,
  ) {}

  @Get()
  @Answers(200, page(auditLogRow))
  @RecordedAccess('audit_log_viewed')
  @ApiOperation({ summary: 'Lists the audit log, newest first' })
  list(@CurrentUser() admin: Operator, @Query() query: AuditLogQuery) {
    return this.auditLog.listFor(admin, query);
  }

  @Get('export.csv')
  @RequiresPermission('audit_log.export')
  @AnswersFile('text/csv')
  @RecordedAccess('audit_log_exported')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Exports the matching entries of a period as CSV, newest first' })
  exportAll(@Query() query: AuditLogExportQuery): Promise<StreamableFile> {
    return this.exports.file(query);
  }
}
