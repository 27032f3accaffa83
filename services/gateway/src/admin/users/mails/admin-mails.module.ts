import { Module } from '@nestjs/common';
import { AuditModule } from '../../../access/audit/audit.module';
import { AdminMailsController } from './admin-mails.controller';
import { AdminMailsService } from './admin-mails.service';

@Module({ imports: [AuditModule], controllers: [AdminMailsController], providers: [AdminMailsService] })
export class AdminMailsModule {}
