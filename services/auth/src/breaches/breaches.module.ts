import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log/audit-log.module';
import { MailsModule } from '../mails/mails.module';
import { BreachChanges } from './breach-changes';
import { BreachLists } from './breach-lists';
import { BreachMailingsService } from './breach-mailings.service';
import { BreachesService } from './breaches.service';

/** Breaches of personal data. */
@Module({
  imports: [AuditLogModule, MailsModule],
  providers: [BreachChanges, BreachLists, BreachMailingsService, BreachesService],
})
export class BreachesModule {}
