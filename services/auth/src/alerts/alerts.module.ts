import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module';
import { AlertsController } from './alerts.controller';
import { AlertsService } from './alerts.service';
import { OwnAlerts } from './own-alerts';

/** Alerts for operators. */
@Module({
  imports: [MailsModule],
  controllers: [AlertsController],
  providers: [AlertsService, OwnAlerts],
})
export class AlertsModule {}
