import { Module } from '@nestjs/common';
import { AuditModule } from '../../../access/audit/audit.module';
import { AdminSearchController } from './admin-search.controller';
import { AdminSearchService } from './admin-search.service';

@Module({ imports: [AuditModule], controllers: [AdminSearchController], providers: [AdminSearchService] })
export class AdminSearchModule {}
