import { Module } from '@nestjs/common';
import { FilesModule } from '../../storage/files/files.module';
import { LimitsModule } from '../../access/limits/limits.module';
import { UploadsModule } from '../../storage/uploads/uploads.module';
import { ImageRequestsService } from './image-requests.service';
import { RequestChanges } from './request-changes';
import { RequestDetailsController } from './request-details.controller';
import { RequestViewCache } from './request-view-cache';
import { RequestViewsService } from './request-views.service';
import { RequestsController } from './requests.controller';
import { RequestsService } from './requests.service';
import { RunningTasks } from './running-tasks';

@Module({
  imports: [FilesModule, LimitsModule, UploadsModule],
  controllers: [RequestDetailsController, RequestsController],
  providers: [
    ImageRequestsService,
    RequestChanges,
    RequestsService,
    RequestViewCache,
    RequestViewsService,
    RunningTasks,
  ],
  exports: [ImageRequestsService, RequestChanges, RequestViewCache, RequestViewsService, RunningTasks],
})
export class RequestsModule {}
