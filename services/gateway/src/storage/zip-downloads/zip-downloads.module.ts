import { Module } from '@nestjs/common';
import { LimitsModule } from '../../access/limits/limits.module';
import { FilesModule } from '../files/files.module';
import { ZipDownloadsController } from './zip-downloads.controller';
import { ZipDownloadsService } from './zip-downloads.service';

@Module({
  imports: [FilesModule, LimitsModule],
  controllers: [ZipDownloadsController],
  providers: [ZipDownloadsService],
})
export class ZipDownloadsModule {}
