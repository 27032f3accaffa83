import { Module } from '@nestjs/common';
import { LimitsModule } from '../../access/limits/limits.module';
import { AccountsController } from './accounts.controller';
import { AccountsService } from './accounts.service';
import { PasswordsController } from './passwords.controller';
import { PasswordsService } from './passwords.service';
import { ProfilesController } from './profiles.controller';
import { ProfilesService } from './profiles.service';

@Module({
  imports: [LimitsModule],
  controllers: [AccountsController, PasswordsController, ProfilesController],
  providers: [AccountsService, PasswordsService, ProfilesService],
})
export class AccountsModule {}
