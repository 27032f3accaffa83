import { Module } from '@nestjs/common';
import { ProviderCostsModule } from '../provider-costs/provider-costs.module';
import { ProviderBillsController } from './provider-bills.controller';
import { ProviderBillsService } from './provider-bills.service';

@Module({
  imports: [ProviderCostsModule],
  controllers: [ProviderBillsController],
  providers: [ProviderBillsService],
})
export class ProviderBillsModule {}
