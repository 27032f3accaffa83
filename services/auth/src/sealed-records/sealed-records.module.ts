import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log/audit-log.module';
import { SecretsModule } from '../secrets/secrets.module';
import { SealedRecordsController } from './sealed-records.controller';
import { SealedRecordsService } from './sealed-records.service';

/** What is kept of deleted accounts, sealed, until the law no longer asks for it. */
@Module({
  imports: [AuditLogModule, SecretsModule],
  controllers: [SealedRecordsController],
  providers: [SealedRecordsService],
  exports: [SealedRecordsService],
})
export class SealedRecordsModule {}
