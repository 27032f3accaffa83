import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../../operators/approvals/approvals.module';
import { AdminPlansController } from './admin-plans.controller';
import { AdminPlansService } from './admin-plans.service';

@Module({ imports: [ApprovalsModule], controllers: [AdminPlansController], providers: [AdminPlansService] })
export class AdminPlansModule {}
