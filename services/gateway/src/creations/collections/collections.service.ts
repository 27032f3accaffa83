import type { Collection } from '@luit/contracts/generation/collections';
import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';

/** Named groups of requests in the library of an account. */
@Injectable()
export class CollectionsService {
  constructor(private readonly calls: CallClient) {}

  list(userId: string): Promise<{ collections: Collection[] }> {
    return this.calls.call(generationCalls.listCollections, { userId });
  }

  async create(userId: string, name: string): Promise<{ collection: Collection }> {
    return { collection: await this.calls.call(generationCalls.createCollection, { userId, name }) };
  }

  async rename(userId: string, collectionId: string, name: string): Promise<{ collection: Collection }> {
    return { collection: await this.calls.call(generationCalls.renameCollection, { userId, collectionId, name }) };
  }

  async remove(userId: string, collectionId: string): Promise<void> {
    await this.calls.call(generationCalls.deleteCollection, { userId, collectionId });
  }

  async add(userId: string, collectionId: string, requestIds: string[]): Promise<{ collection: Collection }> {
    const changes = { userId, collectionId, requestIds };
    return { collection: await this.calls.call(generationCalls.addToCollection, changes) };
  }

  async take(userId: string, collectionId: string, requestIds: string[]): Promise<{ collection: Collection }> {
    const changes = { userId, collectionId, requestIds };
    return { collection: await this.calls.call(generationCalls.removeFromCollection, changes) };
  }
}
