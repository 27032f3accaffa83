import { Module } from '@nestjs/common';
import { AccountDeletionsModule } from '../../../account/account-deletions/account-deletions.module';
import { ApprovalsModule } from '../../operators/approvals/approvals.module';
import { AdminAccountDeletionsService } from './admin-account-deletions.service';
import { AdminAccountDeletionsController } from './admin-account-deletions.controller';

@Module({
  imports: [AccountDeletionsModule, ApprovalsModule],
  controllers: [AdminAccountDeletionsController],
  providers: [AdminAccountDeletionsService],
})
export class AdminAccountDeletionsModule {}
