import { Module } from '@nestjs/common';
import { AuditLogModule } from '../../records/audit-log/audit-log.module';
import { LinksModule } from '../links/links.module';
import { MailsModule } from '../../records/queued-mails/mails.module';
import { NotificationsModule } from '../../records/notifications/notifications.module';
import { ExportsService } from './exports.service';

/** Exports of personal data through a mailed link. */
@Module({
  imports: [LinksModule, MailsModule, AuditLogModule, NotificationsModule],
  providers: [ExportsService],
})
export class ExportsModule {}
