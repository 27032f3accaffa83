import { Module } from '@nestjs/common';
import { PasswordsService } from './passwords.service';

/** Password hashing with fair queues. */
@Module({
  providers: [PasswordsService],
  exports: [PasswordsService],
})
export class PasswordsModule {}
