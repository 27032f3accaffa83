import { Module } from '@nestjs/common';
import { RequestsModule } from '../requests/requests.module';
import { AccountDeletionsController } from './account-deletions.controller';
import { AccountDeletionsService } from './account-deletions.service';

@Module({
  imports: [RequestsModule],
  controllers: [AccountDeletionsController],
  providers: [AccountDeletionsService],
})
export class AccountDeletionsModule {}
