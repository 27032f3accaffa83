import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AccountModule } from '../account/account.module';
import { CreationsModule } from '../creations/creations.module';
import { StorageModule } from '../storage/storage.module';
import { PublicBalanceController } from './balance/balance.controller';
import { PublicBalanceService } from './balance/public-balance.service';
import { CreationAttempts } from './creation-attempts';
import { CreationsService } from './creations.service';
import { ImageWaits } from './images/image-waits.service';
import { ImagesController } from './images/images.controller';
import { ImagesService } from './images/images.service';
import { InputReferences } from './input-references';
import { McpController } from './mcp/mcp.controller';
import { McpService } from './mcp/mcp.service';
import { McpToolsService } from './mcp/mcp-tools.service';
import { PublicModelsController } from './models/public-models.controller';
import { PublicModelsService } from './models/public-models.service';
import { OwnRequests } from './own-requests';
import { QuotesController } from './quotes/quotes.controller';
import { QuotesService } from './quotes/quotes.service';
import { RestorationsController } from './restorations/restorations.controller';
import { RestorationsService } from './restorations/restorations.service';
import { PublicTransactionsController } from './transactions/transactions.controller';
import { PublicUsageController } from './usage/usage.controller';
import { PublicUsageService } from './usage/usage.service';
import { VideoCatalog } from './video-catalog';
import { VideoEventsController } from './video-events/video-events.controller';
import { PublicWebhookEndpointsController } from './webhook-endpoints/public-webhook-endpoints.controller';
import { PublicWebhookEndpointsService } from './webhook-endpoints/public-webhook-endpoints.service';
import { VideoStreamsService } from './video-events/video-streams.service';
import { VideosController } from './videos/videos.controller';
import { VideosService } from './videos/videos.service';

/** The routes under /v1 and /mcp, for API clients and agents with an API key. They make the same calls as the routes of the web app. */
@Module({
  imports: [AccessModule, AccountModule, CreationsModule, StorageModule],
  controllers: [
    ImagesController,
    McpController,
    PublicBalanceController,
    PublicModelsController,
    PublicTransactionsController,
    PublicWebhookEndpointsController,
    PublicUsageController,
    QuotesController,
    RestorationsController,
    VideoEventsController,
    VideosController,
  ],
  providers: [
    CreationAttempts,
    CreationsService,
    ImagesService,
    ImageWaits,
    InputReferences,
    McpService,
    McpToolsService,
    OwnRequests,
    PublicBalanceService,
    PublicModelsService,
    PublicUsageService,
    PublicWebhookEndpointsService,
    QuotesService,
    RestorationsService,
    VideoCatalog,
    VideosService,
    VideoStreamsService,
  ],
})
export class PublicApiModule {}
