import { Module } from '@nestjs/common';
import { IncidentMailingsService } from './incident-mailings.service';
import { IncidentMailsService } from './incident-mails.service';

/** Operators' mails to users with jobs that an incident affected. */
@Module({
  providers: [IncidentMailsService, IncidentMailingsService],
})
export class IncidentMailsModule {}
