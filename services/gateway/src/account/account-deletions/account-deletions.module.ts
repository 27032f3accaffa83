import { Module } from '@nestjs/common';
import { LimitsModule } from '../../access/limits/limits.module';
import { AccountDeletionsController } from './account-deletions.controller';
import { AccountDeletionsService } from './account-deletions.service';

@Module({
  imports: [LimitsModule],
  controllers: [AccountDeletionsController],
  providers: [AccountDeletionsService],
  exports: [AccountDeletionsService],
})
export class AccountDeletionsModule {}
