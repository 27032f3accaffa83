import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module';
import { TrustModule } from '../trust/trust.module';
import { AccountDeletionPoller } from './account-deletions/account-deletion-poller';
import { AccountDeletionsService } from './account-deletions/account-deletions.service';
import { AnonymizationService } from './account-deletions/anonymization.service';
import { DeletionStepsService } from './account-deletions/deletion-steps.service';
import { ApiKeyLookupService } from './api-keys/api-key-lookup.service';
import { ApiKeyRevocations } from './api-keys/api-key-revocations';
import { ApiKeysService } from './api-keys/api-keys.service';
import { ConsentsService } from './consents/consents.service';
import { DevicesService } from './devices/devices.service';
import { ExportsService } from './exports/exports.service';
import { GuestAccessTokensService } from './guest-access-tokens/guest-access-tokens.service';
import { AccessTokensService } from './keys/access-tokens.service';
import { KeysService } from './keys/keys.service';
import { LastingAccessService } from './lasting-access/lasting-access.service';
import { LinkedSignInsService } from './linked-sign-ins/linked-sign-ins.service';
import { OpenIdSignInsService } from './linked-sign-ins/open-id-sign-ins.service';
import { PendingSignInsService } from './linked-sign-ins/pending-sign-ins.service';
import { LinksService } from './links/links.service';
import { PasswordChangesService } from './password-changes/password-changes.service';
import { PasswordResetsService } from './password-changes/password-resets.service';
import { UserPasskeysService } from './passkeys/user-passkeys.service';
import { WebAuthnService } from './passkeys/web-authn.service';
import { PasswordsService } from './passwords/passwords.service';
import { RefreshTokensService } from './sessions/refresh-tokens.service';
import { SessionIssuerService } from './sessions/session-issuer.service';
import { SessionsService } from './sessions/sessions.service';
import { SignInsService } from './sessions/sign-ins.service';
import { SignInChallenges } from './sign-in-challenges/sign-in-challenges';
import { SignInAttempts } from './sign-in-attempts/sign-in-attempts';
import { SignUpsService } from './sign-ups/sign-ups.service';
import { UsersService } from './users/users.service';
import { WebhookEndpointsService } from './webhook-endpoints/webhook-endpoints.service';
import { WebhookSecrets } from './webhook-endpoints/webhook-secrets';

/** Users, how they sign in, and what acts for them: sessions, keys, links, devices and webhook endpoints. */
@Module({
  imports: [RecordsModule, TrustModule],
  providers: [
    AccessTokensService,
    AccountDeletionPoller,
    AccountDeletionsService,
    AnonymizationService,
    ApiKeyLookupService,
    ApiKeyRevocations,
    ApiKeysService,
    ConsentsService,
    DeletionStepsService,
    DevicesService,
    ExportsService,
    GuestAccessTokensService,
    KeysService,
    LastingAccessService,
    LinkedSignInsService,
    OpenIdSignInsService,
    PendingSignInsService,
    LinksService,
    PasswordChangesService,
    PasswordResetsService,
    PasswordsService,
    RefreshTokensService,
    SessionIssuerService,
    SessionsService,
    SignInAttempts,
    SignInChallenges,
    SignInsService,
    SignUpsService,
    UserPasskeysService,
    UsersService,
    WebAuthnService,
    WebhookEndpointsService,
    WebhookSecrets,
  ],
  exports: [
    AccessTokensService,
    ApiKeyRevocations,
    DevicesService,
    GuestAccessTokensService,
    LinksService,
    PasswordsService,
    SessionsService,
    SignInAttempts,
    SignInChallenges,
    SignUpsService,
    WebAuthnService,
    WebhookSecrets,
  ],
})
export class IdentityModule {}
