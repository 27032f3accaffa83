import { Module } from '@nestjs/common';
import { AuditModule } from '../../../access/audit/audit.module';
import { JobsModule } from '../../jobs/jobs/jobs.module';
import { AdminContentReportsController } from './admin-content-reports.controller';
import { AdminContentReportsService } from './admin-content-reports.service';
import { QuarterlyReportsController } from './quarterly-reports.controller';
import { QuarterlyReportsService } from './quarterly-reports.service';

@Module({
  imports: [AuditModule, JobsModule],
  controllers: [AdminContentReportsController, QuarterlyReportsController],
  providers: [AdminContentReportsService, QuarterlyReportsService],
})
export class AdminContentReportsModule {}
