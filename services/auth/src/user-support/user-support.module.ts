import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log/audit-log.module';
import { SessionsModule } from '../sessions/sessions.module';
import { SignUpsModule } from '../sign-ups/sign-ups.module';
import { UserSupportService } from './user-support.service';

@Module({
  imports: [AuditLogModule, SessionsModule, SignUpsModule],
  providers: [UserSupportService],
})
export class UserSupportModule {}
