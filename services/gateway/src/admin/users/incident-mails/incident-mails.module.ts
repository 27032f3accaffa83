import { Module } from '@nestjs/common';
import { AuditModule } from '../../../access/audit/audit.module';
import { IncidentMailsController } from './incident-mails.controller';
import { IncidentMailsService } from './incident-mails.service';

@Module({ imports: [AuditModule], controllers: [IncidentMailsController], providers: [IncidentMailsService] })
export class IncidentMailsModule {}
