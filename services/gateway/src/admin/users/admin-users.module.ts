import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/access.module';
import { AccountModule } from '../../account/account.module';
import { AdminOperatorsModule } from '../operators/admin-operators.module';
import { AdminAccountDeletionsController } from './account-deletions/admin-account-deletions.controller';
import { AdminAccountDeletionsService } from './account-deletions/admin-account-deletions.service';
import { IncidentMailsController } from './incident-mails/incident-mails.controller';
import { IncidentMailsService } from './incident-mails/incident-mails.service';
import { AdminMailsController } from './mails/admin-mails.controller';
import { AdminMailsService } from './mails/admin-mails.service';
import { AdminMessagesController } from './messages/admin-messages.controller';
import { AdminMessagesService } from './messages/admin-messages.service';
import { AdminUsersController } from './accounts/admin-users.controller';
import { AdminUsersService } from './accounts/admin-users.service';
import { ImpersonationsController } from './accounts/impersonations.controller';
import { UserApiClientsController } from './accounts/user-api-clients.controller';
import { UserApiClientsService } from './accounts/user-api-clients.service';
import { UserDirectoryController } from './accounts/user-directory.controller';
import { UserDirectoryService } from './accounts/user-directory.service';
import { UserExportService } from './accounts/user-export.service';
import { UserSupportController } from './accounts/user-support.controller';
import { FailingEndpointsController } from './webhook-endpoints/failing-endpoints.controller';

/** Accounts, mails and messages of users. */
@Module({
  imports: [AccessModule, AccountModule, AdminOperatorsModule],
  controllers: [
    AdminAccountDeletionsController,
    AdminMailsController,
    AdminMessagesController,
    AdminUsersController,
    FailingEndpointsController,
    ImpersonationsController,
    IncidentMailsController,
    UserApiClientsController,
    UserDirectoryController,
    UserSupportController,
  ],
  providers: [
    AdminAccountDeletionsService,
    AdminMailsService,
    AdminMessagesService,
    AdminUsersService,
    IncidentMailsService,
    UserApiClientsService,
    UserDirectoryService,
    UserExportService,
  ],
  exports: [UserDirectoryService],
})
export class AdminUsersModule {}
