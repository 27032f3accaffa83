import type { RequestRecord } from '@luit/contracts/generation';
import type { RequestView } from '@luit/contracts/http';
import { Injectable } from '@nestjs/common';
import { FileLinks } from '../files/file-links.service';

/** Requests as their owner sees them: storage keys become signed links. */
@Injectable()
export class RequestViews {
  constructor(private readonly links: FileLinks) {}

  viewOf(record: RequestRecord): RequestView {
    const { userId: _owner, outputKey, posterKey, imageKey, lateOutputKey, ...shown } = record;
    const outputUrl = this.link(outputKey);
    const imageUrl = this.link(imageKey);
    return {
      ...shown,
      request_id: record.id,
      outputUrl,
      videoUrl: record.type === 'restore' ? null : outputUrl,
      image_url: imageUrl,
      imageUrl,
      posterUrl: this.link(posterKey),
      lateOutput: this.link(lateOutputKey),
    };
  }

  private link(key: string | null): string | null {
    return key === null ? null : this.links.linkTo(key);
  }
}
