import { Module } from '@nestjs/common';
import { CONFIG, type WorkerConfig } from '../config';
import { MediaPrograms } from './media-programs';
import { OutputLabels } from './output-labels';
import { OutputsService } from './outputs.service';

@Module({
  providers: [
    OutputLabels,
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
