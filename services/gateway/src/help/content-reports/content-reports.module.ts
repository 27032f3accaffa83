import { Module } from '@nestjs/common';
import { LimitsModule } from '../../access/limits/limits.module';
import { ContentReportsController } from './content-reports.controller';
import { ContentReportsService } from './content-reports.service';
import { ReportedRequests } from './reported-requests.service';

@Module({
  imports: [LimitsModule],
  controllers: [ContentReportsController],
  providers: [ContentReportsService, ReportedRequests],
})
export class ContentReportsModule {}
