import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module';
import { ApprovalsModule } from '../approvals/approvals.module';
import { ConfirmationsModule } from '../confirmations/confirmations.module';
import { AdminUsersController } from './admin-users.controller';
import { AdminUsersService } from './admin-users.service';
import { UserDirectoryController } from './user-directory.controller';
import { UserDirectoryService } from './user-directory.service';
import { UserSupportController } from './user-support.controller';
import { UserViewsController } from './user-views.controller';
import { UserExportService } from './user-export.service';

@Module({
  imports: [ApprovalsModule, AuditModule, ConfirmationsModule],
  controllers: [AdminUsersController, UserDirectoryController, UserSupportController, UserViewsController],
  providers: [AdminUsersService, UserDirectoryService, UserExportService],
  exports: [UserDirectoryService],
})
export class AdminUsersModule {}
