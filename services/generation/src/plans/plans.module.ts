import { Module } from '@nestjs/common';
import { ModelRevisionsModule } from '../model-revisions/model-revisions.module';
import { ProvidersModule } from '../providers/providers.module';
import { PlanEditorService } from './plan-editor.service';
import { PlansService } from './plans.service';

@Module({
  imports: [ModelRevisionsModule, ProvidersModule],
  providers: [PlansService, PlanEditorService],
  exports: [PlansService],
})
export class PlansModule {}
