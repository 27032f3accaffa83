import { Module } from '@nestjs/common';
import { AccountDeletionsModule } from '../../account-deletions/account-deletions.module';
import { AdminAccountDeletionsController } from './admin-account-deletions.controller';

@Module({
  imports: [AccountDeletionsModule],
  controllers: [AdminAccountDeletionsController],
})
export class AdminAccountDeletionsModule {}
