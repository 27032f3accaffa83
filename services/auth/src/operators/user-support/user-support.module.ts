import { Module } from '@nestjs/common';
import { AuditLogModule } from '../../records/audit-log/audit-log.module';
import { SessionsModule } from '../../identity/sessions/sessions.module';
import { SignUpsModule } from '../../identity/sign-ups/sign-ups.module';
import { UserSupportService } from './user-support.service';

@Module({
  imports: [AuditLogModule, SessionsModule, SignUpsModule],
  providers: [UserSupportService],
})
export class UserSupportModule {}
