import { Module } from '@nestjs/common';
import { ZipDownloadsController } from './zip-downloads.controller';
import { ZipDownloadsService } from './zip-downloads.service';

@Module({ controllers: [ZipDownloadsController], providers: [ZipDownloadsService] })
export class ZipDownloadsModule {}
