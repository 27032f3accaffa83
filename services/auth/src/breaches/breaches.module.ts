import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log/audit-log.module';
import { BreachLists } from './breach-lists';
import { BreachesController } from './breaches.controller';
import { BreachesService } from './breaches.service';

/** Breaches of personal data. */
@Module({
  imports: [AuditLogModule],
  controllers: [BreachesController],
  providers: [BreachLists, BreachesService],
})
export class BreachesModule {}
