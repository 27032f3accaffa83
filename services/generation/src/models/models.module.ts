import { Module } from '@nestjs/common';
import { EstimatesModule } from '../estimates/estimates.module';
import { PlansModule } from '../plans/plans.module';
import { ProvidersModule } from '../providers/providers.module';
import { ModelsService } from './models.service';

@Module({
  imports: [EstimatesModule, PlansModule, ProvidersModule],
  providers: [ModelsService],
})
export class ModelsModule {}
