import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { FavoritesService } from './favorites.service';

@Controller()
export class FavoritesController {
  constructor(private readonly favorites: FavoritesService) {}

  @OnCall(generationCalls.setFavorite)
  async set(input: RequestOf<typeof generationCalls.setFavorite>): Promise<Record<string, never>> {
    await this.favorites.set(input);
    return {};
  }
}
