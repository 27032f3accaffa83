import { Module } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module';
import { GuestAccessTokensService } from './guest-access-tokens.service';

/** Tokens that grant guests access to one request. */
@Module({
  imports: [KeysModule],
  providers: [GuestAccessTokensService],
  exports: [GuestAccessTokensService],
})
export class GuestAccessTokensModule {}
