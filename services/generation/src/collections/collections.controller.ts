import type { Collection } from '@luit/contracts/generation/collections';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { CollectionsService } from './collections.service';

@Controller()
export class CollectionsController {
  constructor(private readonly collections: CollectionsService) {}

  @OnCall(generationCalls.listCollections)
  async list({ userId }: { userId: string }): Promise<{ collections: Collection[] }> {
    return { collections: await this.collections.list(userId) };
  }

  @OnCall(generationCalls.createCollection)
  create(input: RequestOf<typeof generationCalls.createCollection>): Promise<Collection> {
    return this.collections.create(input);
  }

  @OnCall(generationCalls.renameCollection)
  rename(input: RequestOf<typeof generationCalls.renameCollection>): Promise<Collection> {
    return this.collections.rename(input);
  }

  @OnCall(generationCalls.deleteCollection)
  async remove(input: RequestOf<typeof generationCalls.deleteCollection>): Promise<Record<string, never>> {
    await this.collections.remove(input);
    return {};
  }

  @OnCall(generationCalls.addToCollection)
  add(input: RequestOf<typeof generationCalls.addToCollection>): Promise<Collection> {
    return this.collections.add(input);
  }

  @OnCall(generationCalls.removeFromCollection)
  take(input: RequestOf<typeof generationCalls.removeFromCollection>): Promise<Collection> {
    return this.collections.take(input);
  }

  @OnCall(generationCalls.listCollectionItems)
  listItems(input: RequestOf<typeof generationCalls.listCollectionItems>) {
    return this.collections.listItems(input);
  }
}
