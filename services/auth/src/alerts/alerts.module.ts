import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module';
import { AlertsController } from './alerts.controller';
import { AlertsService } from './alerts.service';

/** Alerts for operators. */
@Module({
  imports: [MailsModule],
  controllers: [AlertsController],
  providers: [AlertsService],
})
export class AlertsModule {}
