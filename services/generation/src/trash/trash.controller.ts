import { generationCalls } from '@luit/contracts/generation/messages';
import type { TrashedRequest } from '@luit/contracts/generation/trash';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { TrashService } from './trash.service';

@Controller()
export class TrashController {
  constructor(private readonly trash: TrashService) {}

  @OnCall(generationCalls.moveToTrash)
  move(input: RequestOf<typeof generationCalls.moveToTrash>): Promise<{ eraseAt: string }> {
    return this.trash.move(input);
  }

  @OnCall(generationCalls.takeFromTrash)
  async takeBack(input: RequestOf<typeof generationCalls.takeFromTrash>): Promise<Record<string, never>> {
    await this.trash.takeBack(input);
    return {};
  }

  @OnCall(generationCalls.listTrash)
  list(
    query: RequestOf<typeof generationCalls.listTrash>,
  ): Promise<{ items: TrashedRequest[]; nextCursor: string | null }> {
    return this.trash.list(query);
  }
}
