import { Module } from '@nestjs/common';
import { AuditModule } from '../../../access/audit/audit.module';
import { FilesModule } from '../../../storage/files/files.module';
import { ApprovalsModule } from '../../operators/approvals/approvals.module';
import { BulkActionsController } from './bulk-actions.controller';
import { BulkActionsService } from './bulk-actions.service';
import { JobExportService } from './job-export.service';
import { JobsController } from './jobs.controller';
import { JobsService } from './jobs.service';
import { TakedownsController } from './takedowns.controller';
import { TakedownsService } from './takedowns.service';
import { UnconfirmedJobsController } from './unconfirmed-jobs.controller';
import { Workers } from './workers';

@Module({
  imports: [ApprovalsModule, AuditModule, FilesModule],
  controllers: [BulkActionsController, JobsController, TakedownsController, UnconfirmedJobsController],
  providers: [BulkActionsService, JobExportService, JobsService, TakedownsService, Workers],
  exports: [JobsService, TakedownsService, Workers],
})
export class JobsModule {}
