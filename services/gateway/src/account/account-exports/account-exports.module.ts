import { Module } from '@nestjs/common';
import { LimitsModule } from '../../access/limits/limits.module';
import { RequestsModule } from '../../creations/requests/requests.module';
import { AccountExportsController } from './account-exports.controller';
import { AccountExportsService } from './account-exports.service';

@Module({
  imports: [LimitsModule, RequestsModule],
  controllers: [AccountExportsController],
  providers: [AccountExportsService],
})
export class AccountExportsModule {}
