import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module';
import { LimitsModule } from '../../access/limits/limits.module';
import { ImageCleaner } from './image-cleaner';
import { ImageStoreService } from './image-store.service';
import { OrderImagesService } from './order-images.service';
import { ResumableUploadsController } from './resumable/resumable-uploads.controller';
import { ResumableUploadsService } from './resumable/resumable-uploads.service';
import { UploadParts } from './resumable/upload-parts';
import { UploadRecords } from './resumable/upload-records';
import { UploadMemory } from './upload-memory';
import { UploadQuota } from './upload-quota';
import { UploadsController } from './uploads.controller';
import { UploadsService } from './uploads.service';

@Module({
  imports: [FilesModule, LimitsModule],
  controllers: [ResumableUploadsController, UploadsController],
  providers: [
    ImageCleaner,
    ImageStoreService,
    OrderImagesService,
    ResumableUploadsService,
    UploadMemory,
    UploadParts,
    UploadQuota,
    UploadRecords,
    UploadsService,
  ],
  exports: [ImageStoreService, OrderImagesService, UploadsService],
})
export class UploadsModule {}
