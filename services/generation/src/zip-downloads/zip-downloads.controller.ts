import { generationCalls } from '@luit/contracts/generation/messages';
import type { ZipEntry } from '@luit/contracts/generation/zip-downloads';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { ZipDownloadsService } from './zip-downloads.service';

@Controller()
export class ZipDownloadsController {
  constructor(private readonly downloads: ZipDownloadsService) {}

  @OnCall(generationCalls.createZipDownload)
  create(input: RequestOf<typeof generationCalls.createZipDownload>): Promise<{ id: string; files: number }> {
    return this.downloads.create(input);
  }

  @OnCall(generationCalls.openZipDownload)
  open({ id }: RequestOf<typeof generationCalls.openZipDownload>): Promise<{ ownerId: string; entries: ZipEntry[] }> {
    return this.downloads.open(id);
  }
}
