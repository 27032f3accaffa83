import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/access.module';
import { ApprovalsController } from './approvals/approvals.controller';
import { ApprovalsService } from './approvals/approvals.service';
import { AuditLogExportService } from './audit-log/audit-log-export.service';
import { AuditLogController } from './audit-log/audit-log.controller';
import { AuditLogService } from './audit-log/audit-log.service';
import { ConfirmationsService } from './confirmations/confirmations.service';
import { OperatorsController } from './people/operators.controller';
import { OperatorsService } from './people/operators.service';
import { ProfileController } from './profile/profile.controller';
import { ProfileService } from './profile/profile.service';
import { AdminSessionsController } from './sessions/admin-sessions.controller';
import { AdminSessionsService } from './sessions/admin-sessions.service';

/** Operators, their sessions and approvals, and the audit log. */
@Module({
  imports: [AccessModule],
  controllers: [
    AdminSessionsController,
    ApprovalsController,
    AuditLogController,
    OperatorsController,
    ProfileController,
  ],
  providers: [
    AdminSessionsService,
    ApprovalsService,
    AuditLogExportService,
    AuditLogService,
    ConfirmationsService,
    OperatorsService,
    ProfileService,
  ],
  exports: [ApprovalsService, ConfirmationsService],
})
export class AdminOperatorsModule {}
