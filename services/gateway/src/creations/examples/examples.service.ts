import type { Example } from '@luit/contracts/generation/examples';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ExampleView } from '@luit/contracts/http/examples';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { FileLinksService } from '../../storage/files/file-links.service';

/** Videos that operators show to everyone. */
@Injectable()
export class ExamplesService {
  constructor(
    private readonly calls: CallClient,
    private readonly links: FileLinksService,
  ) {}

  /** Latest first. */
  async list(): Promise<ExampleView[]> {
    const { examples } = await this.calls.call(generationCalls.listExamples, {});
    return examples.map((example) => this.view(example));
  }

  view({ outputKey, posterKey, ...example }: Example): ExampleView {
    return { ...example, videoUrl: this.links.linkTo(outputKey), posterUrl: this.links.linkTo(posterKey) };
  }
}
