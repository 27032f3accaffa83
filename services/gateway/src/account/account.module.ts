import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AccountDeletionsController } from './account-deletions/account-deletions.controller';
import { AccountDeletionsService } from './account-deletions/account-deletions.service';
import { AccountExportsController } from './account-exports/account-exports.controller';
import { AccountExportsService } from './account-exports/account-exports.service';
import { AccountsController } from './accounts/accounts.controller';
import { AccountsService } from './accounts/accounts.service';
import { PasswordsController } from './accounts/passwords.controller';
import { PasswordsService } from './accounts/passwords.service';
import { ProfilesController } from './accounts/profiles.controller';
import { ProfilesService } from './accounts/profiles.service';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { ApiKeysService } from './api-keys/api-keys.service';
import { ConsentsController } from './consents/consents.controller';
import { ConsentsService } from './consents/consents.service';
import { LastingAccessController } from './lasting-access/lasting-access.controller';
import { LastingAccessService } from './lasting-access/lasting-access.service';
import { NotificationsController } from './notifications/notifications.controller';
import { NotificationsService } from './notifications/notifications.service';
import { OpenIdClient } from './openid/openid-client';
import { OpenIdController } from './openid/openid.controller';
import { OpenIdService } from './openid/openid.service';
import { UserPasskeysController } from './passkeys/user-passkeys.controller';
import { UserPasskeysService } from './passkeys/user-passkeys.service';
import { WebPushController } from './web-push/web-push.controller';
import { WebPushService } from './web-push/web-push.service';
import { WebhookDeliveriesController } from './webhook-endpoints/webhook-deliveries.controller';
import { WebhookEndpointsController } from './webhook-endpoints/webhook-endpoints.controller';
import { WebhookEndpointsService } from './webhook-endpoints/webhook-endpoints.service';
import { CreationsModule } from '../creations/creations.module';

/** Accounts, and what a user changes about their own. */
@Module({
  imports: [AccessModule, CreationsModule],
  controllers: [
    AccountDeletionsController,
    AccountExportsController,
    AccountsController,
    ApiKeysController,
    ConsentsController,
    LastingAccessController,
    NotificationsController,
    OpenIdController,
    PasswordsController,
    ProfilesController,
    UserPasskeysController,
    WebPushController,
    WebhookDeliveriesController,
    WebhookEndpointsController,
  ],
  providers: [
    AccountDeletionsService,
    AccountExportsService,
    AccountsService,
    ApiKeysService,
    ConsentsService,
    LastingAccessService,
    NotificationsService,
    OpenIdClient,
    OpenIdService,
    PasswordsService,
    ProfilesService,
    UserPasskeysService,
    WebPushService,
    WebhookEndpointsService,
  ],
  exports: [AccountDeletionsService, ApiKeysService, WebhookEndpointsService],
})
export class AccountModule {}
