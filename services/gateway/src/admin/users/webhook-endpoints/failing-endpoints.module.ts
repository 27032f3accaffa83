import { Module } from '@nestjs/common';
import { AuditModule } from '../../../access/audit/audit.module';
import { FailingEndpointsController } from './failing-endpoints.controller';

@Module({ imports: [AuditModule], controllers: [FailingEndpointsController] })
export class FailingEndpointsModule {}
