import { Module } from '@nestjs/common';
import { PlanEditorService } from './plan-editor.service';
import { PlansService } from './plans.service';

@Module({
  providers: [PlansService, PlanEditorService],
  exports: [PlansService],
})
export class PlansModule {}
