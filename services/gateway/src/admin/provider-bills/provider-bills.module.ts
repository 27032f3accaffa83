import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module';
import { ProviderBillsController } from './provider-bills.controller';
import { ProviderBillsService } from './provider-bills.service';

@Module({
  imports: [AuditModule],
  controllers: [ProviderBillsController],
  providers: [ProviderBillsService],
})
export class ProviderBillsModule {}
