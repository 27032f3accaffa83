import { Module } from '@nestjs/common';
import { EstimatesModule } from '../estimates/estimates.module';
import { PlansModule } from '../plans/plans.module';
import { ProvidersModule } from '../providers/providers.module';
import { ModelsController } from './models.controller';
import { ModelsService } from './models.service';

@Module({
  imports: [EstimatesModule, PlansModule, ProvidersModule],
  controllers: [ModelsController],
  providers: [ModelsService],
})
export class ModelsModule {}
