import { Module } from '@nestjs/common';
import { KnownSigners } from '@luit/media/content-credentials/known-signers';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import type { Storage } from '@luit/platform/storage/storage';
import { AccessModule } from '../access/access.module';
import { ContactController } from './contact/contact.controller';
import { ContactService } from './contact/contact.service';
import { ContentReportsController } from './content-reports/content-reports.controller';
import { ContentReportsService } from './content-reports/content-reports.service';
import { ReportedRequests } from './content-reports/reported-requests.service';
import { ServiceStatusController } from './service-status/service-status.controller';
import { FileCredentialsReader } from './verifications/file-credentials';
import { CPU_SECONDS, FileDecoder } from './verifications/file-decoder';
import { VerificationsController } from './verifications/verifications.controller';
import { CONFIG, type GatewayConfig } from '../config';
import { VerificationsService } from './verifications/verifications.service';
import { STORAGE } from '../storage/files/files.service';
import { StorageModule } from '../storage/storage.module';

/** Longest time that a program may take to read a file; it also ends with the time of its file. */
const MEDIA_TIMEOUT_MS = 20_000;

/** What people without an account may ask or report. */
@Module({
  imports: [AccessModule, StorageModule],
  controllers: [ContactController, ContentReportsController, ServiceStatusController, VerificationsController],
  providers: [
    ContactService,
    ContentReportsService,
    FileCredentialsReader,
    FileDecoder,
    ReportedRequests,
    VerificationsService,
    { provide: KnownSigners, inject: [STORAGE], useFactory: (storage: Storage) => new KnownSigners(storage) },
    {
      provide: MediaPrograms,
      inject: [CONFIG],
      useFactory: ({ common }: GatewayConfig) => MediaPrograms.find(MEDIA_TIMEOUT_MS, common.mode, CPU_SECONDS),
    },
  ],
})
export class HelpModule {}
