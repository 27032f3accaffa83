import { Module } from '@nestjs/common';
import { RecordsModule } from '../../records/records.module';
import { DeliveriesModule } from '../deliveries/deliveries.module';
import { AlertDeliveries } from './alert-deliveries.service';
import { AlertDestinationsService } from './alert-destinations.service';
import { AlertSignatures } from './alert-signatures';
import { FailingDestinations } from './failing-destinations';
import { AlertMarksService } from './alert-marks.service';
import { AlertPager } from './alert-pager';
import { AlertsService } from './alerts.service';
import { DueBreachNotices } from './due-breach-notices';
import { DueReports } from './due-reports';
import { FailingMails } from './failing-mails';
import { OwnAlerts } from './own-alerts';

/** Alerts for operators. */
@Module({
  imports: [RecordsModule, DeliveriesModule],
  providers: [
    AlertDeliveries,
    AlertDestinationsService,
    AlertMarksService,
    AlertPager,
    AlertSignatures,
    FailingDestinations,
    AlertsService,
    DueBreachNotices,
    DueReports,
    FailingMails,
    OwnAlerts,
  ],
})
export class AlertsModule {}
