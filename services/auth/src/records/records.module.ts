import { Module } from '@nestjs/common';
import { AuditLogService } from './audit-log/audit-log.service';
import { NotificationSettingsService } from './notifications/notification-settings.service';
import { MailsService } from './queued-mails/mails.service';
import { SecretsService } from './secrets/secrets.service';

/** What all rooms need: the queue of mails, the audit log's writer, settings of notices, and secrets. */
@Module({
  providers: [AuditLogService, MailsService, NotificationSettingsService, SecretsService],
  exports: [AuditLogService, MailsService, NotificationSettingsService, SecretsService],
})
export class RecordsModule {}
