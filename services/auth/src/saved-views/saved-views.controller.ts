import { authCalls } from '@luit/contracts/auth/messages';
import type { SavedView } from '@luit/contracts/auth/saved-views';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { SavedViewsService } from './saved-views.service';

@Controller()
export class SavedViewsController {
  constructor(private readonly views: SavedViewsService) {}

  @OnCall(authCalls.listSavedViews)
  list(request: RequestOf<typeof authCalls.listSavedViews>): Promise<{ views: SavedView[] }> {
    return this.views.list(request);
  }

  @OnCall(authCalls.createSavedView)
  create(request: RequestOf<typeof authCalls.createSavedView>): Promise<SavedView> {
    return this.views.create(request);
  }

  @OnCall(authCalls.changeSavedView)
  change(request: RequestOf<typeof authCalls.changeSavedView>): Promise<SavedView> {
    return this.views.change(request);
  }

  @OnCall(authCalls.deleteSavedView)
  async delete(request: RequestOf<typeof authCalls.deleteSavedView>): Promise<Record<string, never>> {
    await this.views.delete(request);
    return {};
  }
}
