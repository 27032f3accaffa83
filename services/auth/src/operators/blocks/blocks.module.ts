import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../identity/api-keys/api-keys.module';
import { AuditLogModule } from '../../records/audit-log/audit-log.module';
import { SessionsModule } from '../../identity/sessions/sessions.module';
import { BlocksService } from './blocks.service';

/** Blocking and unblocking of users. */
@Module({
  imports: [ApiKeysModule, SessionsModule, AuditLogModule],
  providers: [BlocksService],
})
export class BlocksModule {}
