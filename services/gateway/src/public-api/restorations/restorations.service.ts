import { type Restoration, toRestoration } from '@luit/contracts/http/restorations';
import { LuitError } from '@luit/contracts/errors';
import { IMAGE_REQUIRED } from '@luit/contracts/generation/limits';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { Injectable } from '@nestjs/common';
import { type ApiClient, type ApiRequest, assertModelAllowed } from '../../access/identities/api-key.guard';
import { ImageRequestsService } from '../../creations/requests/image-requests.service';
import { type StoredUpload, UploadsService } from '../../storage/uploads/uploads.service';
import { CreationsService } from '../creations.service';
import { InputReferences, type ReceivedInput } from '../input-references';
import { type List, toList } from '../list';
import type { ListQuery } from '../list-query';
import { OwnRequests, type RequestKind } from '../own-requests';
import { VideoCatalog } from '../video-catalog';
import { NewRestorationDto } from './restorations.dto';

export const RESTORATION: RequestKind = { name: 'restoration', types: ['restore'] };

const IMAGES = { image: 1 };

/** Photo restorations of the account that a key acts for. */
@Injectable()
export class RestorationsService {
  constructor(
    private readonly own: OwnRequests,
    private readonly catalog: VideoCatalog,
    private readonly references: InputReferences,
    private readonly images: ImageRequestsService,
    private readonly uploads: UploadsService,
    private readonly creations: CreationsService,
  ) {}

  /** @throws LuitError of `generation.createRequest`, `forbidden` if the key may not use the model */
  create(request: ApiRequest, key: string | undefined): Promise<Restoration> {
    return this.accept(request, key, () => this.references.receive(request, NewRestorationDto, IMAGES));
  }

  /** The same for fields that are not the body of the request. */
  createFrom(request: ApiRequest, fields: object, key: string | undefined): Promise<Restoration> {
    return this.accept(request, key, () => this.references.read(request, fields, NewRestorationDto, IMAGES));
  }

  async get(client: ApiClient, id: string): Promise<Restoration> {
    return toRestoration(await this.own.find(client, id, RESTORATION));
  }

  async list(client: ApiClient, query: ListQuery): Promise<List<Restoration>> {
    const { records, hasMore } = await this.own.list(client, query, RESTORATION);
    return toList(records.map(toRestoration), hasMore);
  }

  async cancel(client: ApiClient, id: string): Promise<Restoration> {
    return toRestoration(await this.own.cancel(client, id, RESTORATION));
  }

  private async accept(
    request: ApiRequest,
    key: string | undefined,
    receive: () => Promise<ReceivedInput<NewRestorationDto>>,
  ): Promise<Restoration> {
    const make = (received: ReceivedInput<NewRestorationDto>, idempotencyKey: string | undefined) =>
      this.make(request.user!, received, idempotencyKey);
    return toRestoration(await this.creations.create(request, key, RESTORATION.name, receive, make));
  }

  private async make(
    client: ApiClient,
    { input, images }: ReceivedInput<NewRestorationDto>,
    idempotencyKey: string | undefined,
  ): Promise<RequestRecord> {
    const [image] = images.image ?? [];
    if (!image) throw new LuitError('validation_failed', IMAGE_REQUIRED, { details: { image: IMAGE_REQUIRED } });
    await this.assertAllowed(client, image);
    const { quality, enhancement, color_restoration: colorRestoration, metadata } = input;
    return this.images.createWith(
      { image },
      {
        userId: client.id,
        apiKeyId: client.keyId,
        type: 'restore',
        prompt: '',
        restore: { quality, enhancement, colorRestoration },
        metadata,
        idempotencyKey,
      },
    );
  }

  /** Deletes the image if the key may not use the model. */
  private assertAllowed(client: ApiClient, image: StoredUpload): Promise<void> {
    return this.uploads.discardUnless({ image: [image] }, async () => {
      const { model } = await this.catalog.restorations();
      if (model !== null) assertModelAllowed(client, model);
    });
  }
}
