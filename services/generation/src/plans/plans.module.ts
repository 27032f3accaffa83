import { Module } from '@nestjs/common';
import { ModelRevisionsModule } from '../model-revisions/model-revisions.module';
import { PlanEditorService } from './plan-editor.service';
import { PlansService } from './plans.service';

@Module({
  imports: [ModelRevisionsModule],
  providers: [PlansService, PlanEditorService],
  exports: [PlansService],
})
export class PlansModule {}
