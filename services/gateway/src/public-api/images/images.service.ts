import { LuitError } from '@luit/contracts/errors';
import { IMAGE_REQUIRED } from '@luit/contracts/generation/limits';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { AcceptedRecord } from '@luit/contracts/generation/requests';
import { ratioOfSize } from '@luit/contracts/http/image-sizes';
import { type Image, toImage } from '@luit/contracts/http/images';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { type ApiClient, type ApiRequest, assertModelAllowed } from '../../access/identities/api-key.guard';
import { ImageRequestsService } from '../../creations/requests/image-requests.service';
import { CreationsService } from '../creations.service';
import { InputReferences, type ReceivedInput } from '../input-references';
import { type List, toList } from '../list';
import type { ListQuery } from '../list-query';
import { OwnRequests, type RequestKind } from '../own-requests';
import { VideoCatalog } from '../video-catalog';
import { ImageEditDto, type ImageGenerationDto, NewImageDto } from './images.dto';

export const IMAGE: RequestKind = { name: 'image', types: ['image'] };

/** What each form of a request asks for. */
type Asked = Omit<NewImageDto, 'image'>;
export type ImageFormat = ImageGenerationDto['response_format'];

/** Images of the account that a key acts for. */
@Injectable()
export class ImagesService {
  constructor(
    private readonly calls: CallClient,
    private readonly own: OwnRequests,
    private readonly catalog: VideoCatalog,
    private readonly references: InputReferences,
    private readonly images: ImageRequestsService,
    private readonly creations: CreationsService,
  ) {}

  /** @throws LuitError of `generation.createRequest`, `forbidden` for a model that the key may not use */
  async create(request: ApiRequest, key: string | undefined): Promise<Image> {
    return toImage(await this.accept(request, key, () => this.references.receive(request, NewImageDto, 'image')));
  }

  /** The same for fields that are not the body of the request. */
  async createFrom(request: ApiRequest, fields: object, key: string | undefined): Promise<Image> {
    return toImage(await this.accept(request, key, () => this.references.read(request, fields, NewImageDto, 'image')));
  }

  /** Accepts images from a prompt alone. */
  generate(request: ApiRequest, input: ImageGenerationDto, key: string | undefined): Promise<AcceptedRecord> {
    return this.accept(request, key, () => Promise.resolve({ input: askedBy(input), image: undefined }));
  }

  /** Accepts changes of an image, and returns how the program wants to receive them. */
  async edit(request: ApiRequest, key: string | undefined): Promise<{ record: AcceptedRecord; format: ImageFormat }> {
    const { input, image } = await this.references.receive(request, ImageEditDto, 'image');
    if (!image) throw new LuitError('validation_failed', IMAGE_REQUIRED, { details: { image: IMAGE_REQUIRED } });
    const record = await this.accept(request, key, () => Promise.resolve({ input: askedBy(input), image }));
    return { record, format: input.response_format };
  }

  /** What images would cost now. @throws LuitError as for new ones */
  async quote(client: ApiClient, input: Asked, hasImage: boolean): Promise<{ credits: number }> {
    const { model, credits } = await this.catalog.offer(withRatio(input), hasImage, 'image');
    assertModelAllowed(client, model.id);
    return { credits };
  }

  async get(client: ApiClient, id: string): Promise<Image> {
    return toImage(await this.own.find(client, id, IMAGE));
  }

  async list(client: ApiClient, query: ListQuery): Promise<List<Image>> {
    const { records, hasMore } = await this.own.list(client, query, IMAGE);
    return toList(records.map(toImage), hasMore);
  }

  async cancel(client: ApiClient, id: string): Promise<Image> {
    return toImage(await this.own.cancel(client, id, IMAGE));
  }

  private accept(
    request: ApiRequest,
    key: string | undefined,
    receive: () => Promise<ReceivedInput<Asked>>,
  ): Promise<AcceptedRecord> {
    return this.creations.create(request, key, IMAGE.name, receive, (received, idempotencyKey) =>
      this.make(request.user!, received, idempotencyKey),
    );
  }

  private async make(
    client: ApiClient,
    { input, image }: ReceivedInput<Asked>,
    idempotencyKey: string | undefined,
  ): Promise<AcceptedRecord> {
    const { modelId, asked } = await this.offerFor(client, input, image?.key);
    const { prompt, metadata } = input;
    const newRequest = {
      ...{ userId: client.id, apiKeyId: client.keyId, type: 'image' as const },
      ...{ ...asked, prompt, model: modelId, metadata },
      idempotencyKey,
    };
    return image
      ? this.images.createWith(image, newRequest)
      : this.calls.call(generationCalls.createRequest, newRequest);
  }

  /** Deletes the image if the request is refused. */
  private async offerFor(client: ApiClient, input: Asked, imageKey: string | undefined) {
    try {
      const offer = await this.catalog.newRequest(withRatio(input), imageKey !== undefined, 'image');
      assertModelAllowed(client, offer.modelId);
      return offer;
    } catch (error) {
      await this.images.discard(imageKey);
      throw error;
    }
  }
}

function askedBy(input: ImageGenerationDto): Asked {
  const { prompt, model, size, negative_prompt, resolution, aspect_ratio, seed, strength, metadata, n: count } = input;
  return { prompt, model, size, negative_prompt, resolution, aspect_ratio, seed, strength, metadata, count };
}

/** The fields with the ratio that a size names instead of the size. @throws LuitError `validation_failed` */
function withRatio({ size, ...fields }: Asked) {
  const ratio = size === undefined ? undefined : ratioOfSize(size);
  if (ratio && (fields.aspect_ratio ?? ratio) !== ratio) {
    const text = 'The size contradicts the aspect ratio';
    throw new LuitError('validation_failed', text, { details: { size: text } });
  }
  return { ...fields, ...(ratio && { aspect_ratio: ratio }) };
}
