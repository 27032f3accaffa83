import { MediaPrograms } from '@luit/platform/media/media-programs';
import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module';
import { FileLooksReader } from './file-looks';
import { VerificationsController } from './verifications.controller';
import { VerificationsService } from './verifications.service';

/** Longest time that a program may take to read a file. */
const MEDIA_TIMEOUT_MS = 30_000;

@Module({
  imports: [LimitsModule],
  controllers: [VerificationsController],
  providers: [
    FileLooksReader,
    VerificationsService,
    { provide: MediaPrograms, useFactory: () => MediaPrograms.find(MEDIA_TIMEOUT_MS) },
  ],
})
export class VerificationsModule {}
