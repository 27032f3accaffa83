import { Module } from '@nestjs/common';
import { SecretsModule } from '../../records/secrets/secrets.module';
import { AccessTokensService } from './access-tokens.service';
import { KeyPoller } from './key-poller';
import { KeysService } from './keys.service';

/** Signing keys, their rotation, and access tokens. */
@Module({
  imports: [SecretsModule],
  providers: [KeysService, KeyPoller, AccessTokensService],
  exports: [KeysService, AccessTokensService],
})
export class KeysModule {}
