import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module';
import { RequestsModule } from '../requests/requests.module';
import { AccountExportsController } from './account-exports.controller';
import { AccountExportsService } from './account-exports.service';

@Module({
  imports: [LimitsModule, RequestsModule],
  controllers: [AccountExportsController],
  providers: [AccountExportsService],
})
export class AccountExportsModule {}
