import { Module } from '@nestjs/common';
import { SecretsModule } from '../../records/secrets/secrets.module';
import { SignInAttempts } from './sign-in-attempts';

/** Throttling of password attempts. */
@Module({
  imports: [SecretsModule],
  providers: [SignInAttempts],
  exports: [SignInAttempts],
})
export class SignInAttemptsModule {}
