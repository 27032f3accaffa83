import { Module } from '@nestjs/common';
import { AuditModule } from '../../../access/audit/audit.module';
import { CallbacksController } from './callbacks.controller';
import { CallbacksService } from './callbacks.service';

@Module({ imports: [AuditModule], controllers: [CallbacksController], providers: [CallbacksService] })
export class CallbacksModule {}
