import { Module } from '@nestjs/common';
import { EstimatesModule } from '../estimates/estimates.module';
import { ModelRevisionsModule } from '../model-revisions/model-revisions.module';
import { PlansModule } from '../plans/plans.module';
import { ProviderCostsModule } from '../provider-costs/provider-costs.module';
import { ProvidersModule } from '../providers/providers.module';
import { DefaultModelService } from './default-model.service';
import { ModelCreatorService } from './model-creator.service';
import { ModelEditorService } from './model-editor.service';
import { ModelListService } from './model-list.service';
import { ModelsService } from './models.service';

@Module({
  imports: [EstimatesModule, ModelRevisionsModule, PlansModule, ProviderCostsModule, ProvidersModule],
  providers: [ModelsService, ModelCreatorService, ModelEditorService, ModelListService, DefaultModelService],
})
export class ModelsModule {}
