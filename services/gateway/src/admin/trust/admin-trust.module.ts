import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/access.module';
import { AdminJobsModule } from '../jobs/admin-jobs.module';
import { AdminOperatorsModule } from '../operators/admin-operators.module';
import { BreachesController } from './breaches/breaches.controller';
import { BreachesService } from './breaches/breaches.service';
import { AdminContentReportsController } from './content-reports/admin-content-reports.controller';
import { AdminContentReportsService } from './content-reports/admin-content-reports.service';
import { QuarterlyReportsController } from './content-reports/quarterly-reports.controller';
import { QuarterlyReportsService } from './content-reports/quarterly-reports.service';
import { RetainedRecordsController } from './retained-records/retained-records.controller';
import { RetainedRecordsService } from './retained-records/retained-records.service';
import { AdminSafetyController } from './safety/admin-safety.controller';
import { AdminSafetyService } from './safety/admin-safety.service';
import { TakedownSettingsController } from './takedown-settings/takedown-settings.controller';
import { StorageModule } from '../../storage/storage.module';

/** Safety, reports of content, breaches and retained records. */
@Module({
  imports: [AccessModule, AdminJobsModule, AdminOperatorsModule, StorageModule],
  controllers: [
    AdminContentReportsController,
    AdminSafetyController,
    BreachesController,
    QuarterlyReportsController,
    RetainedRecordsController,
    TakedownSettingsController,
  ],
  providers: [
    AdminContentReportsService,
    AdminSafetyService,
    BreachesService,
    QuarterlyReportsService,
    RetainedRecordsService,
  ],
})
export class AdminTrustModule {}
