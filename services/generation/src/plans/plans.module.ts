import { Module } from '@nestjs/common';
import { PlanEditorService } from './plan-editor.service';
import { PlansController } from './plans.controller';
import { PlansService } from './plans.service';

@Module({
  controllers: [PlansController],
  providers: [PlansService, PlanEditorService],
  exports: [PlansService],
})
export class PlansModule {}
