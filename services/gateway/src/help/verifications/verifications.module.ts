import { KnownSigners } from '@luit/media/content-credentials/known-signers';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import type { Storage } from '@luit/platform/storage/storage';
import { Module } from '@nestjs/common';
import { FilesModule } from '../../storage/files/files.module';
import { STORAGE } from '../../storage/files/files.service';
import { LimitsModule } from '../../access/limits/limits.module';
import { FileCredentialsReader } from './file-credentials';
import { CPU_SECONDS, FileDecoder } from './file-decoder';
import { VerificationsController } from './verifications.controller';
import { VerificationsService } from './verifications.service';

/** Longest time that a program may take to read a file; it also ends with the time of its file. */
const MEDIA_TIMEOUT_MS = 20_000;

@Module({
  imports: [FilesModule, LimitsModule],
  controllers: [VerificationsController],
  providers: [
    FileCredentialsReader,
    FileDecoder,
    VerificationsService,
    { provide: KnownSigners, inject: [STORAGE], useFactory: (storage: Storage) => new KnownSigners(storage) },
    { provide: MediaPrograms, useFactory: () => MediaPrograms.find(MEDIA_TIMEOUT_MS, CPU_SECONDS) },
  ],
})
export class VerificationsModule {}
