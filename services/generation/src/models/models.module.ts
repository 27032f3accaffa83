import { Module } from '@nestjs/common';
import { EstimatesModule } from '../estimates/estimates.module';
import { ModelRevisionsModule } from '../model-revisions/model-revisions.module';
import { PlansModule } from '../plans/plans.module';
import { ProvidersModule } from '../providers/providers.module';
import { ModelEditorService } from './model-editor.service';
import { ModelsService } from './models.service';

@Module({
  imports: [EstimatesModule, ModelRevisionsModule, PlansModule, ProvidersModule],
  providers: [ModelsService, ModelEditorService],
})
export class ModelsModule {}
