import { Module } from '@nestjs/common';
import { AuditLogService } from './audit-log.service';

/** The writer of the audit log. */
@Module({
  providers: [AuditLogService],
  exports: [AuditLogService],
})
export class AuditLogModule {}
