import { Module } from '@nestjs/common';
import { AuditModule } from '../../../access/audit/audit.module';
import { FilesModule } from '../../../storage/files/files.module';
import { AdminSafetyController } from './admin-safety.controller';
import { AdminSafetyService } from './admin-safety.service';

@Module({ imports: [AuditModule, FilesModule], controllers: [AdminSafetyController], providers: [AdminSafetyService] })
export class AdminSafetyModule {}
