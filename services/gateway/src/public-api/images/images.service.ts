import { LuitError } from '@luit/contracts/errors';
import { ENTRY_LIMITS } from '@luit/contracts/generation/catalog/vocabulary';
import { IMAGE_REQUIRED } from '@luit/contracts/generation/limits';
import type { AcceptedRecord } from '@luit/contracts/generation/requests';
import { ratioOfSize } from '@luit/contracts/http/image-sizes';
import { type Image, toImage } from '@luit/contracts/http/images';
import { Injectable } from '@nestjs/common';
import { type ApiClient, type ApiRequest, assertModelAllowed } from '../../access/identities/api-key.guard';
import { ImageRequestsService } from '../../creations/requests/image-requests.service';
import { type StoredImages, UploadsService } from '../../storage/uploads/uploads.service';
import { CreationsService } from '../creations.service';
import { InputReferences, type ReceivedInput } from '../input-references';
import { type List, toList } from '../list';
import type { ListQuery } from '../list-query';
import { OwnRequests, type RequestKind } from '../own-requests';
import { VideoCatalog } from '../video-catalog';
import type { GivenImages } from '../video-choice';
import { ImageEditDto, type ImageGenerationDto, NewImageDto } from './images.dto';

export const IMAGE: RequestKind = { name: 'image', types: ['image'] };

/** The number of images of each field: the one to change, and further ones. */
const IMAGES = { image: 1 + ENTRY_LIMITS.references };
/** What each form of a request asks for. */
type Asked = Omit<NewImageDto, 'image'>;
export type ImageFormat = ImageGenerationDto['response_format'];

/** Images of the account that a key acts for. */
@Injectable()
export class ImagesService {
  constructor(
    private readonly own: OwnRequests,
    private readonly catalog: VideoCatalog,
    private readonly references: InputReferences,
    private readonly images: ImageRequestsService,
    private readonly uploads: UploadsService,
    private readonly creations: CreationsService,
  ) {}

  /** @throws LuitError of `generation.createRequest`, `forbidden` for a model that the key may not use */
  async create(request: ApiRequest, key: string | undefined): Promise<Image> {
    return toImage(await this.accept(request, key, () => this.references.receive(request, NewImageDto, IMAGES)));
  }

  /** The same for fields that are not the body of the request. */
  async createFrom(request: ApiRequest, fields: object, key: string | undefined): Promise<Image> {
    return toImage(await this.accept(request, key, () => this.references.read(request, fields, NewImageDto, IMAGES)));
  }

  /** Accepts images from a prompt alone. */
  generate(request: ApiRequest, input: ImageGenerationDto, key: string | undefined): Promise<AcceptedRecord> {
    return this.accept(request, key, () => Promise.resolve({ input: askedBy(input), images: {} }));
  }

  /** Accepts changes of an image, and returns how the program wants to receive them. */
  async edit(request: ApiRequest, key: string | undefined): Promise<{ record: AcceptedRecord; format: ImageFormat }> {
    const { input, images } = await this.references.receive(request, ImageEditDto, IMAGES);
    if (!images.image) throw new LuitError('validation_failed', IMAGE_REQUIRED, { details: { image: IMAGE_REQUIRED } });
    const { image: _image, ...asked } = input;
    const record = await this.accept(request, key, () => Promise.resolve({ input: askedBy(asked), images }));
    return { record, format: input.response_format };
  }

  /** What images would cost now. @throws LuitError as for new ones */
  async quote(client: ApiClient, input: Asked, images: number): Promise<{ credits: number }> {
    const { model, credits } = await this.catalog.offer(withRatio(input), givenImages(images), 'image');
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
    { input, images }: ReceivedInput<Asked>,
    idempotencyKey: string | undefined,
  ): Promise<AcceptedRecord> {
    const { modelId, asked } = await this.offerFor(client, input, images);
    const { prompt, metadata } = input;
    const newRequest = {
      ...{ userId: client.id, apiKeyId: client.keyId, type: 'image' as const },
      ...{ ...asked, prompt, model: modelId, metadata },
      idempotencyKey,
    };
    const [first, ...references] = images.image ?? [];
    return this.images.createWith({ image: first, references }, newRequest);
  }

  /** Deletes the image if the request is refused. */
  private offerFor(client: ApiClient, input: Asked, images: StoredImages) {
    return this.uploads.discardUnless(images, async () => {
      const offer = await this.catalog.newRequest(withRatio(input), givenImages(images.image?.length ?? 0), 'image');
      assertModelAllowed(client, offer.modelId);
      return offer;
    });
  }
}

function givenImages(images: number): GivenImages {
  return { hasFirst: images > 0, hasLast: false, references: Math.max(0, images - 1) };
}

function askedBy(input: ImageGenerationDto): Asked {
  const { response_format: _format, n: count, ...asked } = input;
  return { ...asked, count };
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
