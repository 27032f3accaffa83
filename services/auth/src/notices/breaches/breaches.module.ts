import { Module } from '@nestjs/common';
import { AuditLogModule } from '../../records/audit-log/audit-log.module';
import { BreachChanges } from './breach-changes';
import { BreachLists } from './breach-lists';
import { BreachMailer } from './breach-mailer';
import { BreachMailingsService } from './breach-mailings.service';
import { BreachesService } from './breaches.service';

/** Breaches of personal data. */
@Module({
  imports: [AuditLogModule],
  providers: [BreachChanges, BreachLists, BreachMailer, BreachMailingsService, BreachesService],
})
export class BreachesModule {}
