import { Module } from '@nestjs/common';
import { AuditModule } from '../../../access/audit/audit.module';
import { AdminDisputesController } from './admin-disputes.controller';
import { AdminDisputesService } from './admin-disputes.service';

@Module({ imports: [AuditModule], controllers: [AdminDisputesController], providers: [AdminDisputesService] })
export class AdminDisputesModule {}
