import { Module } from '@nestjs/common';
import { AuditModule } from '../../../access/audit/audit.module';
import { ProviderCostsController } from './provider-costs.controller';
import { ProviderCostsService } from './provider-costs.service';

@Module({
  imports: [AuditModule],
  controllers: [ProviderCostsController],
  providers: [ProviderCostsService],
})
export class ProviderCostsModule {}
