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
import { ImpersonationsController } from './impersonations.controller';
import { UserApiClientsController } from './user-api-clients.controller';
import { UserApiClientsService } from './user-api-clients.service';
import { UserExportService } from './user-export.service';

@Module({
  imports: [ApiKeysModule, ApprovalsModule, AuditModule, ConfirmationsModule],
  controllers: [
    AdminUsersController,
    UserDirectoryController,
    UserApiClientsController,
    UserSupportController,
    ImpersonationsController,
  ],
  providers: [AdminUsersService, UserDirectoryService, UserExportService, UserApiClientsService],
  exports: [UserDirectoryService],
})
export class AdminUsersModule {}
