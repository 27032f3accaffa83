import { Module } from '@nestjs/common';
import { SecretsService } from './secrets.service';

/** Derives tokens and encrypts values from AUTH_SECRET. */
@Module({
  providers: [SecretsService],
  exports: [SecretsService],
})
export class SecretsModule {}
