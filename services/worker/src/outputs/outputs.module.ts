import { Module } from '@nestjs/common';
import { CONFIG, type WorkerConfig } from '../config';
import { MediaPrograms } from './media-programs';
import { OutputsService } from './outputs.service';

@Module({
  providers: [
    OutputsService,
    {
      provide: MediaPrograms,
      inject: [CONFIG],
      useFactory: ({ mediaTimeoutMs }: WorkerConfig) => MediaPrograms.find(mediaTimeoutMs),
    },
  ],
  exports: [OutputsService, MediaPrograms],
})
export class OutputsModule {}
