import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module';
import { AlertDeliveries } from './alerts/alert-deliveries.service';
import { AlertDestinationsService } from './alerts/alert-destinations.service';
import { AlertMailer } from './alerts/alert-mailer';
import { AlertMarksService } from './alerts/alert-marks.service';
import { AlertPager } from './alerts/alert-pager';
import { AlertSignatures } from './alerts/alert-signatures';
import { AlertsService } from './alerts/alerts.service';
import { DueBreachNotices } from './alerts/due-breach-notices';
import { DueReports } from './alerts/due-reports';
import { EmergencyMails } from './alerts/emergency-mails';
import { FailingDestinations } from './alerts/failing-destinations';
import { FailingMails } from './alerts/failing-mails';
import { OwnAlerts } from './alerts/own-alerts';
import { ProcessWatch } from './alerts/process-watch';
import { BreachChanges } from './breaches/breach-changes';
import { BreachLists } from './breaches/breach-lists';
import { BreachMailingsService } from './breaches/breach-mailings.service';
import { BreachesService } from './breaches/breaches.service';
import { CompletionMailer } from './completion-mails/completion-mailer';
import { CreditNoticeMailer } from './credit-notices/credit-notice-mailer';
import { DeliveriesService } from './deliveries/deliveries.service';
import { IncidentMailingsService } from './incident-mails/incident-mailings.service';
import { IncidentMailsService } from './incident-mails/incident-mails.service';
import { MailContents } from './mails/mail-contents';
import { MailDeliveriesService } from './mails/mail-deliveries.service';
import { MailListsService } from './mails/mail-lists.service';
import { MailResendsService } from './mails/mail-resends.service';
import { MailingsService } from './mails/mailings.service';
import { UnsentMails } from './mails/unsent-mails';
import { PaymentMailer } from './payment-mails/payment-mailer';
import { PendingNotices } from './pending-notices/pending-notices';
import { QuarterlyNoticesService } from './quarterly-notices/quarterly-notices.service';
import { TakedownMailer } from './takedown-mails/takedown-mailer';
import { WebPushMessagesService } from './web-push/web-push-messages.service';
import { WebPushSubscriptionsService } from './web-push/web-push-subscriptions.service';
import { FailingEndpointsService } from './webhooks/failing-endpoints.service';
import { WebhookDeliveriesService } from './webhooks/webhook-deliveries.service';
import { WebhookReplayPoller } from './webhooks/webhook-replay-poller';
import { WebhookReplaysService } from './webhooks/webhook-replays.service';
import { WebhookSender } from './webhooks/webhook-sender';
import { RecordsModule } from '../records/records.module';
import { TrustModule } from '../trust/trust.module';

/** Mails, web pushes, webhooks and alerts. */
@Module({
  imports: [IdentityModule, RecordsModule, TrustModule],
  providers: [
    AlertDeliveries,
    AlertDestinationsService,
    AlertMailer,
    AlertMarksService,
    AlertPager,
    AlertSignatures,
    AlertsService,
    BreachChanges,
    BreachLists,
    BreachMailingsService,
    BreachesService,
    CompletionMailer,
    CreditNoticeMailer,
    DeliveriesService,
    DueBreachNotices,
    DueReports,
    EmergencyMails,
    FailingDestinations,
    FailingEndpointsService,
    FailingMails,
    IncidentMailingsService,
    IncidentMailsService,
    MailContents,
    MailDeliveriesService,
    MailListsService,
    MailResendsService,
    MailingsService,
    OwnAlerts,
    PaymentMailer,
    PendingNotices,
    ProcessWatch,
    QuarterlyNoticesService,
    TakedownMailer,
    UnsentMails,
    WebPushMessagesService,
    WebPushSubscriptionsService,
    WebhookDeliveriesService,
    WebhookReplayPoller,
    WebhookReplaysService,
    WebhookSender,
  ],
  exports: [MailingsService],
})
export class NoticesModule {}
