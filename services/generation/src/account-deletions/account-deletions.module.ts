import { Module } from '@nestjs/common';
import { RequestsModule } from '../requests/requests.module';
import { AccountDeletionsService } from './account-deletions.service';

@Module({
  imports: [RequestsModule],
  providers: [AccountDeletionsService],
})
export class AccountDeletionsModule {}
