import { Module } from '@nestjs/common';
import { RecordsModule } from '../../records/records.module';
import { BreachChanges } from './breach-changes';
import { BreachLists } from './breach-lists';
import { BreachMailer } from './breach-mailer';
import { BreachMailingsService } from './breach-mailings.service';
import { BreachesService } from './breaches.service';

/** Breaches of personal data. */
@Module({
  imports: [RecordsModule],
  providers: [BreachChanges, BreachLists, BreachMailer, BreachMailingsService, BreachesService],
})
export class BreachesModule {}
