import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module';
import { LimitsModule } from '../limits/limits.module';
import { ImageCleaner } from './image-cleaner';
import { OrderImagesService } from './order-images.service';
import { UploadsController } from './uploads.controller';
import { UploadsService } from './uploads.service';

@Module({
  imports: [FilesModule, LimitsModule],
  controllers: [UploadsController],
  providers: [ImageCleaner, OrderImagesService, UploadsService],
  exports: [OrderImagesService, UploadsService],
})
export class UploadsModule {}
