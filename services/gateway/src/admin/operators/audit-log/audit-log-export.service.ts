import type { AuditLogExportQuery } from '@luit/contracts/auth/audit-log';
import { Injectable } from '@nestjs/common';
import type { ExportedFile } from '../../../http/answers/exported-file';
import { csvTime, daysOf, inIst } from '../../../http/answers/csv';
import { csvExport } from '../../../http/answers/csv-files';
import { AuditLogService } from './audit-log.service';

const PAGE = 500;
const COLUMNS = ['id', inIst('created_at'), 'operator', 'action', 'subject', 'details'];

/** Exports audit log entries as CSV, newest first. Details are JSON. */
@Injectable()
export class AuditLogExportService {
  constructor(private readonly auditLog: AuditLogService) {}

  file(query: AuditLogExportQuery): Promise<ExportedFile> {
    return csvExport({
      name: `audit-log-${daysOf(query)}.csv`,
      columns: COLUMNS,
      read: (cursor) => this.auditLog.list({ ...query, limit: PAGE, cursor }),
      toCells: (entry) => [
        entry.id,
        csvTime(entry.created_at),
        entry.admin_email,
        entry.action,
        entry.subject,
        JSON.stringify(entry.details),
      ],
    });
  }
}
