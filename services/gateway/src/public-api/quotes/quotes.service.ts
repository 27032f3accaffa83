import { LuitError } from '@luit/contracts/errors';
import type { RestoreQuality } from '@luit/contracts/generation/plans';
import { Injectable } from '@nestjs/common';
import { type ApiClient, assertModelAllowed } from '../../access/identities/api-key.guard';
import { VideoCatalog } from '../video-catalog';
import type { Quote } from './quote';
import type { QuoteDto } from './quotes.dto';

@Injectable()
export class QuotesService {
  constructor(private readonly catalog: VideoCatalog) {}

  /** @throws LuitError `validation_failed` with the field, `model_retired`, `unsupported_combination`, `forbidden` for the model */
  async quote(
    client: ApiClient,
    { has_input_reference, has_last_frame, reference_image_count, quality, ...fields }: QuoteDto,
  ): Promise<Quote> {
    if (quality) return this.ofRestoration(client, quality);
    const images = {
      hasFirst: has_input_reference ?? false,
      hasLast: has_last_frame ?? false,
      references: reference_image_count ?? 0,
    };
    const output = fields.model === undefined ? 'video' : undefined;
    const { model, values, credits } = await this.catalog.offer(fields, images, output);
    assertModelAllowed(client, model.id);
    const seconds = values.duration === undefined ? null : String(values.duration);
    return { object: 'quote', model: model.id, seconds, resolution: values.resolution ?? null, credits };
  }

  private async ofRestoration(client: ApiClient, quality: RestoreQuality): Promise<Quote> {
    const { model, plans } = await this.catalog.restorations();
    const plan = plans.find((each) => each.quality === quality);
    if (model === null || !plan) {
      const text = 'This quality is not available';
      throw new LuitError('validation_failed', text, { details: { quality: text } });
    }
    assertModelAllowed(client, model);
    return { object: 'quote', model, seconds: null, resolution: quality, credits: plan.credits };
  }
}
