import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { AlertsController } from './alerts/alerts.controller';
import { AlertsService } from './alerts/alerts.service';
import { AdminsController } from './admins/admins.controller';
import { AdminsService } from './admins/admins.service';
import { AuditChainMonitor } from './audit-log/audit-chain.monitor';
import { AuditLogController } from './audit-log/audit-log.controller';
import { AuditLogService } from './audit-log/audit-log.service';
import { DirectoryController } from './directory/directory.controller';
import { DirectoryService } from './directory/directory.service';
import { UserCounts } from './directory/user-counts.service';
import { BlocksController } from './blocks/blocks.controller';
import { BlocksService } from './blocks/blocks.service';
import { AnonymisingService } from './closings/anonymising.service';
import { ClosingPoller } from './closings/closing.poller';
import { ClosingSteps } from './closings/closing-steps.service';
import { ClosingsController } from './closings/closings.controller';
import { ClosingsService } from './closings/closings.service';
import { AUTH_CONFIG, type AuthConfig } from './config';
import { authDatabase } from './database';
import { ClaimsController } from './claims/claims.controller';
import { ClaimsService } from './claims/claims.service';
import { ContactMessagesController } from './contact-messages/contact-messages.controller';
import { ContactMessagesService } from './contact-messages/contact-messages.service';
import { DevicesService } from './devices/devices.service';
import { ExportsController } from './exports/exports.controller';
import { ExportsService } from './exports/exports.service';
import { AccessTokensService } from './keys/access-tokens.service';
import { KeyPoller } from './keys/key.poller';
import { KeysController } from './keys/keys.controller';
import { KeysService } from './keys/keys.service';
import { LinksService } from './links/links.service';
import { MailsController } from './mails/mails.controller';
import { MailsService } from './mails/mails.service';
import { PasswordsService } from './passwords/passwords.service';
import { NewPasswordsService } from './recoveries/new-passwords.service';
import { RecoveriesController } from './recoveries/recoveries.controller';
import { RecoveriesService } from './recoveries/recoveries.service';
import { SecretsService } from './secrets/secrets.service';
import { RefreshesService } from './sessions/refreshes.service';
import { SessionIssuerService } from './sessions/session-issuer.service';
import { SessionsController } from './sessions/sessions.controller';
import { SessionsService } from './sessions/sessions.service';
import { SignInsService } from './sessions/sign-ins.service';
import { SignInTriesService } from './sign-in-tries/sign-in-tries.service';
import { SignUpsController } from './sign-ups/sign-ups.controller';
import { SignUpsService } from './sign-ups/sign-ups.service';
import { RefundMails } from './refunds/refund-mails.service';
import { RefundsController } from './refunds/refunds.controller';
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
        ClaimsController,
        ClosingsController,
        ContactMessagesController,
        ExportsController,
        RecoveriesController,
        RefundsController,
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
        RefreshesService,
        AdminsService,
        AlertsService,
        AuditChainMonitor,
        AuditLogService,
        DirectoryService,
        UserCounts,
        BlocksService,
        ClaimsService,
        AnonymisingService,
        ClosingPoller,
        ClosingSteps,
        ClosingsService,
        ContactMessagesService,
        DevicesService,
        ExportsService,
        NewPasswordsService,
        RecoveriesService,
        RefundMails,
        SignInsService,
        SignInTriesService,
      ],
    };
  }
}
