import { makesVideo } from '@luit/contracts/generation/outputs';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import type { RequestView } from '@luit/contracts/http/requests';
import { Injectable } from '@nestjs/common';
import { FileLinksService } from '../../storage/files/file-links.service';

/** Converts request records to API responses: storage keys become signed links. */
@Injectable()
export class RequestViewsService {
  constructor(private readonly links: FileLinksService) {}

  viewOf(record: RequestRecord): RequestView {
    const {
      userId: owner,
      outputKey,
      posterKey,
      imageKey,
      lastImageKey,
      referenceKeys,
      lateOutputKey,
      metadata: _metadata,
      remixOf: _remixOf,
      ...rest
    } = record;
    const link = (key: string | null) => (key === null ? null : this.links.linkOf(owner, key));
    const outputUrl = link(outputKey);
    const imageUrl = link(imageKey);
    return {
      ...rest,
      request_id: record.id,
      outputUrl,
      videoUrl: makesVideo(record.type) ? outputUrl : null,
      image_url: imageUrl,
      imageUrl,
      lastImageUrl: link(lastImageKey),
      references: referenceKeys.map((key) => this.links.linkOf(owner, key)),
      posterUrl: link(posterKey),
      lateOutput: link(lateOutputKey),
    };
  }
}
