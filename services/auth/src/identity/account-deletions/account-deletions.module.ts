import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { AuditLogModule } from '../../records/audit-log/audit-log.module';
import { LinksModule } from '../links/links.module';
import { MailsModule } from '../../records/queued-mails/mails.module';
import { PasswordsModule } from '../passwords/passwords.module';
import { SealedRecordsModule } from '../../trust/sealed-records/sealed-records.module';
import { SessionsModule } from '../sessions/sessions.module';
import { AccountDeletionPoller } from './account-deletion-poller';
import { AccountDeletionsService } from './account-deletions.service';
import { AnonymizationService } from './anonymization.service';
import { DeletionStepsService } from './deletion-steps.service';

/** Account deletion, from the request to anonymization. */
@Module({
  imports: [
    ApiKeysModule,
    PasswordsModule,
    LinksModule,
    MailsModule,
    SealedRecordsModule,
    SessionsModule,
    AuditLogModule,
  ],
  providers: [AccountDeletionsService, AccountDeletionPoller, DeletionStepsService, AnonymizationService],
})
export class AccountDeletionsModule {}
