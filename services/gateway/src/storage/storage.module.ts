import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { DerivedFilesController } from './derived-files/derived-files.controller';
import { DerivedFilesService } from './derived-files/derived-files.service';
import { DisabledAccounts } from './files/disabled-accounts';
import { FileLinksService } from './files/file-links.service';
import { FilesController } from './files/files.controller';
import { FilesService, STORAGE, storageProvider } from './files/files.service';
import { GuestFilesService } from './files/guest-files.service';
import { TakenDownFiles } from './files/taken-down-files';
import { StorageUsageController } from './storage-usage/storage-usage.controller';
import { ImageCleaner } from './uploads/image-cleaner';
import { ImageStoreService } from './uploads/image-store.service';
import { OrderImagesService } from './uploads/order-images.service';
import { ResumableUploadsController } from './uploads/resumable/resumable-uploads.controller';
import { ResumableUploadsService } from './uploads/resumable/resumable-uploads.service';
import { UploadParts } from './uploads/resumable/upload-parts';
import { UploadRecords } from './uploads/resumable/upload-records';
import { UploadMemory } from './uploads/upload-memory';
import { UploadQuota } from './uploads/upload-quota';
import { UploadsController } from './uploads/uploads.controller';
import { UploadsService } from './uploads/uploads.service';
import { ZipDownloadsController } from './zip-downloads/zip-downloads.controller';
import { ZipDownloadsService } from './zip-downloads/zip-downloads.service';

/** Uploads and files. */
@Module({
  imports: [AccessModule],
  controllers: [
    DerivedFilesController,
    FilesController,
    ResumableUploadsController,
    StorageUsageController,
    UploadsController,
    ZipDownloadsController,
  ],
  providers: [
    DerivedFilesService,
    DisabledAccounts,
    FileLinksService,
    FilesService,
    GuestFilesService,
    ImageCleaner,
    ImageStoreService,
    OrderImagesService,
    ResumableUploadsService,
    TakenDownFiles,
    UploadMemory,
    UploadParts,
    UploadQuota,
    UploadRecords,
    UploadsService,
    ZipDownloadsService,
    storageProvider,
  ],
  exports: [
    DisabledAccounts,
    FileLinksService,
    FilesService,
    ImageStoreService,
    OrderImagesService,
    STORAGE,
    UploadParts,
    UploadRecords,
    UploadsService,
  ],
})
export class StorageModule {}
