import { toVideo, type Video } from '@luit/contracts/http/videos';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { type ApiClient, type ApiRequest, assertModelAllowed } from '../../access/identities/api-key.guard';
import { ImageRequestsService } from '../../creations/requests/image-requests.service';
import { type StoredImages, UploadsService } from '../../storage/uploads/uploads.service';
import { ENTRY_LIMITS } from '@luit/contracts/generation/catalog/vocabulary';
import { CreationsService } from '../creations.service';
import { InputReferences, type ReceivedInput } from '../input-references';
import { type List, toList } from '../list';
import type { ListQuery } from '../list-query';
import { OwnRequests, type RequestKind } from '../own-requests';
import { VideoCatalog } from '../video-catalog';
import { NewVideoDto, type RemixDto } from './videos.dto';

export const VIDEO: RequestKind = { name: 'video', types: ['video', 'image_video'] };

const IMAGES = { input_reference: 1, last_frame: 1, reference_images: ENTRY_LIMITS.references };

/** Videos of the account that a key acts for. */
@Injectable()
export class VideosService {
  constructor(
    private readonly calls: CallClient,
    private readonly own: OwnRequests,
    private readonly catalog: VideoCatalog,
    private readonly references: InputReferences,
    private readonly images: ImageRequestsService,
    private readonly uploads: UploadsService,
    private readonly creations: CreationsService,
  ) {}

  /** @throws LuitError of `generation.createRequest`, `forbidden` for a model that the key may not use */
  create(request: ApiRequest, key: string | undefined): Promise<Video> {
    return this.accept(request, key, () => this.references.receive(request, NewVideoDto, IMAGES));
  }

  /** The same for fields that are not the body of the request. */
  createFrom(request: ApiRequest, fields: object, key: string | undefined): Promise<Video> {
    return this.accept(request, key, () => this.references.read(request, fields, NewVideoDto, IMAGES));
  }

  /** @throws LuitError of `generation.remixRequest`, `forbidden` if the key may not use the model of the video */
  async remix(request: ApiRequest, id: string, input: RemixDto, key: string | undefined): Promise<Video> {
    const client = request.user!;
    const receive = () => Promise.resolve({ input, images: {} });
    const record = await this.creations.create(request, key, `remix of ${id}`, receive, async (_, idempotencyKey) => {
      const { model } = await this.own.find(client, id, VIDEO);
      if (model !== null) assertModelAllowed(client, model);
      const { prompt, metadata } = input;
      const remix = { userId: client.id, apiKeyId: client.keyId, requestId: id, prompt, metadata, idempotencyKey };
      return this.calls.call(generationCalls.remixRequest, remix);
    });
    return toVideo(record);
  }

  async get(client: ApiClient, id: string): Promise<Video> {
    return toVideo(await this.own.find(client, id, VIDEO));
  }

  async list(client: ApiClient, query: ListQuery): Promise<List<Video>> {
    const { records, hasMore } = await this.own.list(client, query, VIDEO);
    return toList(records.map(toVideo), hasMore);
  }

  async cancel(client: ApiClient, id: string): Promise<Video> {
    return toVideo(await this.own.cancel(client, id, VIDEO));
  }

  private async accept(
    request: ApiRequest,
    key: string | undefined,
    receive: () => Promise<ReceivedInput<NewVideoDto>>,
  ): Promise<Video> {
    const make = (received: ReceivedInput<NewVideoDto>, idempotencyKey: string | undefined) =>
      this.make(request.user!, received, idempotencyKey);
    return toVideo(await this.creations.create(request, key, VIDEO.name, receive, make));
  }

  private async make(
    client: ApiClient,
    { input, images }: ReceivedInput<NewVideoDto>,
    idempotencyKey: string | undefined,
  ): Promise<RequestRecord> {
    const { modelId, asked } = await this.offerFor(client, input, images);
    const { prompt, metadata } = input;
    const newRequest = {
      userId: client.id,
      apiKeyId: client.keyId,
      ...{ ...asked, prompt, model: modelId, metadata },
      idempotencyKey,
    };
    const [[image], [lastImage]] = [images.input_reference ?? [], images.last_frame ?? []];
    const references = images.reference_images ?? [];
    return this.images.createWith(
      { image, lastImage, references },
      { ...newRequest, type: image ? 'image_video' : 'video' },
    );
  }

  private offerFor(client: ApiClient, input: NewVideoDto, images: StoredImages) {
    const given = {
      hasFirst: images.input_reference !== undefined,
      hasLast: images.last_frame !== undefined,
      references: images.reference_images?.length ?? 0,
    };
    return this.uploads.discardUnless(images, async () => {
      const offer = await this.catalog.newRequest(input, given, 'video');
      assertModelAllowed(client, offer.modelId);
      return offer;
    });
  }
}
