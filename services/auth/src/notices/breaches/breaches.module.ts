import { Module } from '@nestjs/common';
import { RecordsModule } from '../../records/records.module';
import { MailDeliveriesModule } from '../mails/mail-deliveries.module';
import { BreachChanges } from './breach-changes';
import { BreachLists } from './breach-lists';
import { BreachMailingsService } from './breach-mailings.service';
import { BreachesService } from './breaches.service';

/** Breaches of personal data. */
@Module({
  imports: [RecordsModule, MailDeliveriesModule],
  providers: [BreachChanges, BreachLists, BreachMailingsService, BreachesService],
})
export class BreachesModule {}
