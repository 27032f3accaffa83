import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../../operators/approvals/approvals.module';
import { AdminModelsController } from './admin-models.controller';
import { ModelChecksController } from './model-checks.controller';
import { AdminModelsService } from './admin-models.service';

@Module({
  imports: [ApprovalsModule],
  controllers: [AdminModelsController, ModelChecksController],
  providers: [AdminModelsService],
})
export class AdminModelsModule {}
