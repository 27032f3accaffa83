import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { AlertsController } from './alerts/alerts.controller';
import { AlertsService } from './alerts/alerts.service';
import { AdminsController } from './admins/admins.controller';
import { AdminsService } from './admins/admins.service';
import { AuditChainMonitor } from './audit-log/audit-chain-monitor';
import { AuditLogController } from './audit-log/audit-log.controller';
import { AuditLogService } from './audit-log/audit-log.service';
import { DirectoryController } from './directory/directory.controller';
import { DirectoryService } from './directory/directory.service';
import { UserCounts } from './directory/user-counts';
import { BlocksController } from './blocks/blocks.controller';
import { BlocksService } from './blocks/blocks.service';
import { AnonymizationService } from './account-deletions/anonymization.service';
import { AccountDeletionPoller } from './account-deletions/account-deletion-poller';
import { DeletionStepsService } from './account-deletions/deletion-steps.service';
import { AccountDeletionsController } from './account-deletions/account-deletions.controller';
import { AccountDeletionsService } from './account-deletions/account-deletions.service';
import { AUTH_CONFIG, type AuthConfig } from './config';
import { authDatabase } from './database';
import { GuestAccessTokensController } from './guest-access-tokens/guest-access-tokens.controller';
import { GuestAccessTokensService } from './guest-access-tokens/guest-access-tokens.service';
import { ContactMessagesController } from './contact-messages/contact-messages.controller';
import { ContactMessagesService } from './contact-messages/contact-messages.service';
import { DevicesService } from './devices/devices.service';
import { ExportsController } from './exports/exports.controller';
import { ExportsService } from './exports/exports.service';
import { AccessTokensService } from './keys/access-tokens.service';
import { KeyPoller } from './keys/key-poller';
import { KeysController } from './keys/keys.controller';
import { KeysService } from './keys/keys.service';
import { LinksService } from './links/links.service';
import { MailsController } from './mails/mails.controller';
import { MailsService } from './mails/mails.service';
import { PasswordsService } from './passwords/passwords.service';
import { PasswordChangesService } from './password-resets/password-changes.service';
import { PasswordResetsController } from './password-resets/password-resets.controller';
import { PasswordResetsService } from './password-resets/password-resets.service';
import { SecretsService } from './secrets/secrets.service';
import { RefreshTokensService } from './sessions/refresh-tokens.service';
import { SessionIssuerService } from './sessions/session-issuer.service';
import { SessionsController } from './sessions/sessions.controller';
import { SessionsService } from './sessions/sessions.service';
import { SignInsService } from './sessions/sign-ins.service';
import { SignInAttempts } from './sign-in-attempts/sign-in-attempts';
import { SignUpsController } from './sign-ups/sign-ups.controller';
import { SignUpsService } from './sign-ups/sign-ups.service';
import { RefundMailer } from './refund-mails/refund-mailer';
import { RefundMailsController } from './refund-mails/refund-mails.controller';
import { UsersController } from './users/users.controller';
import { UsersService } from './users/users.service';

/** Accounts, sessions, links, mails, operators. */
@Module({})
export class AuthModule {
  static forRoot(config: AuthConfig): DynamicModule {
    return {
      module: AuthModule,
      imports: [
        PlatformModule.forRoot({ service: 'auth', config: config.common, database: authDatabase(config.database) }),
      ],
      controllers: [
        SignUpsController,
        SessionsController,
        UsersController,
        KeysController,
        MailsController,
        AdminsController,
        AlertsController,
        AuditLogController,
        DirectoryController,
        BlocksController,
        GuestAccessTokensController,
        AccountDeletionsController,
        ContactMessagesController,
        ExportsController,
        PasswordResetsController,
        RefundMailsController,
      ],
      providers: [
        { provide: AUTH_CONFIG, useValue: config },
        SecretsService,
        PasswordsService,
        KeysService,
        KeyPoller,
        AccessTokensService,
        LinksService,
        MailsService,
        UsersService,
        SignUpsService,
        SessionIssuerService,
        SessionsService,
        RefreshTokensService,
        AdminsService,
        AlertsService,
        AuditChainMonitor,
        AuditLogService,
        DirectoryService,
        UserCounts,
        BlocksService,
        GuestAccessTokensService,
        AnonymizationService,
        AccountDeletionPoller,
        DeletionStepsService,
        AccountDeletionsService,
        ContactMessagesService,
        DevicesService,
        ExportsService,
        PasswordChangesService,
        PasswordResetsService,
        RefundMailer,
        SignInsService,
        SignInAttempts,
      ],
    };
  }
}
