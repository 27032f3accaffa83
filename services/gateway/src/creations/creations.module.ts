import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { CollectionsController } from './collections/collections.controller';
import { CollectionsService } from './collections/collections.service';
import { ExamplesController } from './examples/examples.controller';
import { ExamplesService } from './examples/examples.service';
import { PredictionsController } from './predictions/predictions.controller';
import { PredictionsService } from './predictions/predictions.service';
import { PromptHelpController } from './prompt-help/prompt-help.controller';
import { PromptHelpService } from './prompt-help/prompt-help.service';
import { RefusalsController } from './refusals/refusals.controller';
import { RefusalsService } from './refusals/refusals.service';
import { ImageRequestsService } from './requests/image-requests.service';
import { RequestChanges } from './requests/request-changes';
import { RequestDetailsController } from './requests/request-details.controller';
import { RequestViewCache } from './requests/request-view-cache';
import { RequestViewsService } from './requests/request-views.service';
import { RequestsController } from './requests/requests.controller';
import { RequestsService } from './requests/requests.service';
import { RunningTasks } from './requests/running-tasks';
import { ShareLinksController } from './share-links/share-links.controller';
import { ShareLinksService } from './share-links/share-links.service';
import { SharedOutputsController } from './share-links/shared-outputs.controller';
import { SharedOutputsService } from './share-links/shared-outputs.service';
import { TrashController } from './trash/trash.controller';
import { TrashService } from './trash/trash.service';
import { StorageModule } from '../storage/storage.module';

/** Requests of users and guests, and what they do with the outputs. */
@Module({
  imports: [AccessModule, StorageModule],
  controllers: [
    CollectionsController,
    ExamplesController,
    PredictionsController,
    PromptHelpController,
    RefusalsController,
    RequestDetailsController,
    RequestsController,
    ShareLinksController,
    SharedOutputsController,
    TrashController,
  ],
  providers: [
    CollectionsService,
    ExamplesService,
    ImageRequestsService,
    PredictionsService,
    PromptHelpService,
    RefusalsService,
    RequestChanges,
    RequestViewCache,
    RequestViewsService,
    RequestsService,
    RunningTasks,
    ShareLinksService,
    SharedOutputsService,
    TrashService,
  ],
  exports: [ExamplesService, ImageRequestsService, RequestChanges, RequestViewCache, RequestViewsService, RunningTasks],
})
export class CreationsModule {}
