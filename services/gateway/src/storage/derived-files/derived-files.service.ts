import type { DerivedFiles } from '@luit/contracts/generation/derived-files';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { DerivedFilesView } from '@luit/contracts/http/derived-files';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { FileLinksService } from '../files/file-links.service';

/** Small and animated versions of videos. */
@Injectable()
export class DerivedFilesService {
  constructor(
    private readonly calls: CallClient,
    private readonly links: FileLinksService,
  ) {}

  async find(userId: string, requestId: string): Promise<{ derived: DerivedFilesView | null }> {
    const { derived } = await this.calls.call(generationCalls.getDerivedFiles, { userId, requestId });
    return { derived: derived && this.view(userId, derived) };
  }

  async request(userId: string, requestId: string): Promise<{ derived: DerivedFilesView }> {
    const { derived } = await this.calls.call(generationCalls.requestDerivedFiles, { userId, requestId });
    return { derived: this.view(userId, derived) };
  }

  private view(userId: string, { state, small, animation }: DerivedFiles): DerivedFilesView {
    const linked = (file: DerivedFiles['small']) =>
      file && { url: this.links.linkOf(userId, file.key), bytes: file.bytes };
    return { state, small: linked(small), animation: linked(animation) };
  }
}
