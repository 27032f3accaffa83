import { Module } from '@nestjs/common';
import { DerivedFilesController } from './derived-files.controller';
import { DerivedFilesService } from './derived-files.service';

@Module({ controllers: [DerivedFilesController], providers: [DerivedFilesService], exports: [DerivedFilesService] })
export class DerivedFilesModule {}
