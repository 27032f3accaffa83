import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module';
import { DerivedFilesController } from './derived-files.controller';
import { DerivedFilesService } from './derived-files.service';

@Module({ imports: [FilesModule], controllers: [DerivedFilesController], providers: [DerivedFilesService] })
export class DerivedFilesModule {}
