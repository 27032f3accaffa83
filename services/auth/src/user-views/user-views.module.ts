import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log/audit-log.module';
import { KeysModule } from '../keys/keys.module';
import { UserViewsService } from './user-views.service';

@Module({
  imports: [AuditLogModule, KeysModule],
  providers: [UserViewsService],
})
export class UserViewsModule {}
