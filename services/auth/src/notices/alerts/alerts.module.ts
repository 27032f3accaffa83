import { Module } from '@nestjs/common';
import { RecordsModule } from '../../records/records.module';
import { AlertDeliveries } from './alert-deliveries.service';
import { AlertDestinationsService } from './alert-destinations.service';
import { AlertSignatures } from './alert-signatures';
import { UndeliveredAlerts } from './undelivered-alerts';
import { AlertMarksService } from './alert-marks.service';
import { AlertPager } from './alert-pager';
import { AlertsService } from './alerts.service';
import { DueBreachNotices } from './due-breach-notices';
import { DueReports } from './due-reports';
import { FailingMails } from './failing-mails';
import { OwnAlerts } from './own-alerts';

/** Alerts for operators. */
@Module({
  imports: [RecordsModule],
  providers: [
    AlertDeliveries,
    AlertDestinationsService,
    AlertMarksService,
    AlertPager,
    AlertSignatures,
    UndeliveredAlerts,
    AlertsService,
    DueBreachNotices,
    DueReports,
    FailingMails,
    OwnAlerts,
  ],
})
export class AlertsModule {}
