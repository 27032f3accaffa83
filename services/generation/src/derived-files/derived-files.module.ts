import { Module } from '@nestjs/common';
import { DerivedFilesService } from './derived-files.service';

@Module({ providers: [DerivedFilesService], exports: [DerivedFilesService] })
export class DerivedFilesModule {}
