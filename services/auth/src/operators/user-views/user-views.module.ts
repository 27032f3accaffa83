import { Module } from '@nestjs/common';
import { AuditLogModule } from '../../records/audit-log/audit-log.module';
import { KeysModule } from '../../identity/keys/keys.module';
import { UserViewsService } from './user-views.service';

@Module({
  imports: [AuditLogModule, KeysModule],
  providers: [UserViewsService],
})
export class UserViewsModule {}
