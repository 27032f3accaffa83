import { Module } from '@nestjs/common';
import { AuditLogModule } from '../../records/audit-log/audit-log.module';
import { SecretsModule } from '../../records/secrets/secrets.module';
import { SealedRecordsService } from './sealed-records.service';

/** Sealed records of deleted accounts, kept until the law no longer requires them. */
@Module({
  imports: [AuditLogModule, SecretsModule],
  providers: [SealedRecordsService],
  exports: [SealedRecordsService],
})
export class SealedRecordsModule {}
