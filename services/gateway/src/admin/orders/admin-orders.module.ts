import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module';
import { AdminOrdersController } from './admin-orders.controller';
import { AdminOrdersService } from './admin-orders.service';

@Module({ imports: [AuditModule], controllers: [AdminOrdersController], providers: [AdminOrdersService] })
export class AdminOrdersModule {}
