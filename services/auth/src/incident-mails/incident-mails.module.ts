import { Module } from '@nestjs/common';
import { IncidentMailingsService } from './incident-mailings.service';
import { IncidentMailsController } from './incident-mails.controller';
import { IncidentMailsService } from './incident-mails.service';

/** Mails of operators to the users whose jobs an incident affected. */
@Module({
  controllers: [IncidentMailsController],
  providers: [IncidentMailsService, IncidentMailingsService],
})
export class IncidentMailsModule {}
