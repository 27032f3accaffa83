import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log/audit-log.module';
import { LinksModule } from '../links/links.module';
import { MailsModule } from '../mails/mails.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { ExportsService } from './exports.service';

/** Exports of personal data through a mailed link. */
@Module({
  imports: [LinksModule, MailsModule, AuditLogModule, NotificationsModule],
  providers: [ExportsService],
})
export class ExportsModule {}
