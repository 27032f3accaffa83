import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module';
import { ZipDownloadsController } from './zip-downloads.controller';
import { ZipDownloadsService } from './zip-downloads.service';

@Module({ imports: [FilesModule], controllers: [ZipDownloadsController], providers: [ZipDownloadsService] })
export class ZipDownloadsModule {}
