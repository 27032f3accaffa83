import { toVideo, type Video } from '@luit/contracts/http/videos';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { type ApiClient, type ApiRequest, assertModelAllowed } from '../../access/identities/api-key.guard';
import { ImageRequestsService } from '../../creations/requests/image-requests.service';
import type { StoredUpload } from '../../storage/uploads/uploads.service';
import { CreationsService } from '../creations.service';
import { InputReferences, type ReceivedInput } from '../input-references';
import { type List, toList } from '../list';
import type { ListQuery } from '../list-query';
import { OwnRequests, type RequestKind } from '../own-requests';
import { VideoCatalog } from '../video-catalog';
import { NewVideoDto, type RemixDto } from './videos.dto';

export const VIDEO: RequestKind = { name: 'video', types: ['video', 'image_video'] };

/** Videos of the account that a key acts for. */
@Injectable()
export class VideosService {
  constructor(
    private readonly calls: CallClient,
    private readonly own: OwnRequests,
    private readonly catalog: VideoCatalog,
    private readonly references: InputReferences,
    private readonly images: ImageRequestsService,
    private readonly creations: CreationsService,
  ) {}

  /** @throws LuitError of `generation.createRequest`, `forbidden` for a model that the key may not use */
  create(request: ApiRequest, key: string | undefined): Promise<Video> {
    return this.accept(request, key, () => this.references.receive(request, NewVideoDto, 'input_reference'));
  }

  /** The same for fields that are not the body of the request. */
  createFrom(request: ApiRequest, fields: object, key: string | undefined): Promise<Video> {
    return this.accept(request, key, () => this.references.read(request, fields, NewVideoDto, 'input_reference'));
  }

  /** @throws LuitError of `generation.remixRequest`, `forbidden` if the key may not use the model of the video */
  async remix(request: ApiRequest, id: string, input: RemixDto, key: string | undefined): Promise<Video> {
    const client = request.user!;
    const receive = () => Promise.resolve({ input, image: undefined });
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
    { input, image }: ReceivedInput<NewVideoDto>,
    idempotencyKey: string | undefined,
  ): Promise<RequestRecord> {
    const { modelId, asked } = await this.offerFor(client, input, image);
    const { prompt, metadata } = input;
    const newRequest = {
      userId: client.id,
      apiKeyId: client.keyId,
      ...{ ...asked, prompt, model: modelId, metadata },
      idempotencyKey,
    };
    return image
      ? this.images.createWith(image, { ...newRequest, type: 'image_video' })
      : this.calls.call(generationCalls.createRequest, { ...newRequest, type: 'video' });
  }

  private async offerFor(client: ApiClient, input: NewVideoDto, image: StoredUpload | undefined) {
    try {
      const offer = await this.catalog.newRequest(input, image !== undefined, 'video');
      assertModelAllowed(client, offer.modelId);
      return offer;
    } catch (error) {
      if (image) await this.images.discard(image.key);
      throw error;
    }
  }
}
