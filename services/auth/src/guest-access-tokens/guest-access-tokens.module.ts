import { Module } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module';
import { GuestAccessTokensController } from './guest-access-tokens.controller';
import { GuestAccessTokensService } from './guest-access-tokens.service';

/** Tokens that grant guests access to one request. */
@Module({
  imports: [KeysModule],
  controllers: [GuestAccessTokensController],
  providers: [GuestAccessTokensService],
  exports: [GuestAccessTokensService],
})
export class GuestAccessTokensModule {}
