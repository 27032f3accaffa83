import { Module } from '@nestjs/common';
import { UsersService } from './users.service';

/** Accounts and billing profiles. */
@Module({
  providers: [UsersService],
})
export class UsersModule {}
