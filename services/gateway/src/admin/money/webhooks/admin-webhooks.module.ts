import { Module } from '@nestjs/common';
import { AuditModule } from '../../../access/audit/audit.module';
import { AdminWebhooksController } from './admin-webhooks.controller';
import { AdminWebhooksService } from './admin-webhooks.service';

@Module({ imports: [AuditModule], controllers: [AdminWebhooksController], providers: [AdminWebhooksService] })
export class AdminWebhooksModule {}
