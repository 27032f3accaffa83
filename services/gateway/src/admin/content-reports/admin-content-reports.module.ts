import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module';
import { AdminContentReportsController } from './admin-content-reports.controller';
import { AdminContentReportsService } from './admin-content-reports.service';

@Module({
  imports: [AuditModule],
  controllers: [AdminContentReportsController],
  providers: [AdminContentReportsService],
})
export class AdminContentReportsModule {}
