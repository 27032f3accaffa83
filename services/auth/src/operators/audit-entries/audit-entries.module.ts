import { Module } from '@nestjs/common';
import { AuditChainMonitor } from './audit-chain-monitor';
import { AuditEntriesService } from './audit-entries.service';

/** The audit log as operators read it, and the verification of its hash chain. */
@Module({
  providers: [AuditEntriesService, AuditChainMonitor],
})
export class AuditEntriesModule {}
