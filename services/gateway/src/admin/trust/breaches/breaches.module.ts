import { Module } from '@nestjs/common';
import { AuditModule } from '../../../access/audit/audit.module';
import { BreachesController } from './breaches.controller';
import { BreachesService } from './breaches.service';

@Module({ imports: [AuditModule], controllers: [BreachesController], providers: [BreachesService] })
export class BreachesModule {}
