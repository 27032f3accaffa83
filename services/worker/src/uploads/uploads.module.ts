import { Module } from '@nestjs/common';
import { UnusedUploadCleaner } from './unused-upload-cleaner';

@Module({ providers: [UnusedUploadCleaner] })
export class UploadsModule {}
