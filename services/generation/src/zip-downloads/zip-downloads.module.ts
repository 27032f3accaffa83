import { Module } from '@nestjs/common';
import { ZipDownloadsService } from './zip-downloads.service';

@Module({ providers: [ZipDownloadsService] })
export class ZipDownloadsModule {}
