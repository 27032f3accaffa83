import { Module } from '@nestjs/common';
import { AuditModule } from '../../../access/audit/audit.module';
import { AuditLogExportService } from './audit-log-export.service';
import { AuditLogController } from './audit-log.controller';
import { AuditLogService } from './audit-log.service';

@Module({
  imports: [AuditModule],
  controllers: [AuditLogController],
  providers: [AuditLogExportService, AuditLogService],
})
export class AuditLogModule {}
