import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module';
import { FilesModule } from '../../files/files.module';
import { JobsController } from './jobs.controller';
import { JobsService } from './jobs.service';
import { Workers } from './workers';

@Module({
  imports: [AuditModule, FilesModule],
  controllers: [JobsController],
  providers: [JobsService, Workers],
  exports: [JobsService, Workers],
})
export class JobsModule {}
