import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../../account/api-keys/api-keys.module';
import { AuditModule } from '../../../access/audit/audit.module';
import { ApprovalsModule } from '../../operators/approvals/approvals.module';
import { ConfirmationsModule } from '../../operators/confirmations/confirmations.module';
import { AdminUsersController } from './admin-users.controller';
import { AdminUsersService } from './admin-users.service';
import { UserDirectoryController } from './user-directory.controller';
import { UserDirectoryService } from './user-directory.service';
import { UserSupportController } from './user-support.controller';
import { UserViewsController } from './user-views.controller';
import { UserProgramsController } from './user-programs.controller';
import { UserProgramsService } from './user-programs.service';
import { UserExportService } from './user-export.service';

@Module({
  imports: [ApiKeysModule, ApprovalsModule, AuditModule, ConfirmationsModule],
  controllers: [
    AdminUsersController,
    UserDirectoryController,
    UserProgramsController,
    UserSupportController,
    UserViewsController,
  ],
  providers: [AdminUsersService, UserDirectoryService, UserExportService, UserProgramsService],
  exports: [UserDirectoryService],
})
export class AdminUsersModule {}
