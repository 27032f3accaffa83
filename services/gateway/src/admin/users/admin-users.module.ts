import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module';
import { AdminUsersController } from './admin-users.controller';
import { AdminUsersService } from './admin-users.service';
import { UserDirectoryController } from './user-directory.controller';
import { UserDirectoryService } from './user-directory.service';
import { UserExportService } from './user-export.service';

@Module({
  imports: [AuditModule],
  controllers: [AdminUsersController, UserDirectoryController],
  providers: [AdminUsersService, UserDirectoryService, UserExportService],
  exports: [UserDirectoryService],
})
export class AdminUsersModule {}
