import { Module } from '@nestjs/common';
import { AuditChainMonitor } from '../../operators/audit-entries/audit-chain-monitor';
import { AuditLogService } from './audit-log.service';

/** The audit log and the verification of its hash chain. */
@Module({
  providers: [AuditLogService, AuditChainMonitor],
  exports: [AuditLogService],
})
export class AuditLogModule {}
