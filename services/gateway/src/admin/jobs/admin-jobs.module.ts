import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/access.module';
import { CallbacksController } from './callbacks/callbacks.controller';
import { CallbacksService } from './callbacks/callbacks.service';
import { AdminExamplesController } from './examples/admin-examples.controller';
import { AdminExamplesService } from './examples/admin-examples.service';
import { BulkActionsController } from './job-operations/bulk-actions.controller';
import { BulkActionsService } from './job-operations/bulk-actions.service';
import { JobExportService } from './job-operations/job-export.service';
import { JobsController } from './job-operations/jobs.controller';
import { JobsService } from './job-operations/jobs.service';
import { TakedownsController } from './job-operations/takedowns.controller';
import { TakedownsService } from './job-operations/takedowns.service';
import { UnconfirmedJobsController } from './job-operations/unconfirmed-jobs.controller';
import { Workers } from './job-operations/workers';
import { AdminModelsController } from './models/admin-models.controller';
import { AdminModelsService } from './models/admin-models.service';
import { ModelChecksController } from './models/model-checks.controller';
import { AdminOutputLabelController } from './output-label/admin-output-label.controller';
import { AdminOutputLabelService } from './output-label/admin-output-label.service';
import { AdminPresetsController } from './presets/admin-presets.controller';
import { AdminPresetsService } from './presets/admin-presets.service';
import { ProviderCostsController } from './provider-costs/provider-costs.controller';
import { ProviderCostsService } from './provider-costs/provider-costs.service';
import { ProviderRunnersController } from './providers/provider-runners.controller';
import { ProvidersController } from './providers/providers.controller';
import { AdminOperatorsModule } from '../operators/admin-operators.module';
import { CreationsModule } from '../../creations/creations.module';
import { StorageModule } from '../../storage/storage.module';

/** Jobs, and what decides how they are made: models, presets, providers. */
@Module({
  imports: [AccessModule, AdminOperatorsModule, CreationsModule, StorageModule],
  controllers: [
    AdminExamplesController,
    AdminModelsController,
    AdminOutputLabelController,
    AdminPresetsController,
    BulkActionsController,
    CallbacksController,
    JobsController,
    ModelChecksController,
    ProviderCostsController,
    ProviderRunnersController,
    ProvidersController,
    TakedownsController,
    UnconfirmedJobsController,
  ],
  providers: [
    AdminExamplesService,
    AdminModelsService,
    AdminOutputLabelService,
    AdminPresetsService,
    BulkActionsService,
    CallbacksService,
    JobExportService,
    JobsService,
    ProviderCostsService,
    TakedownsService,
    Workers,
  ],
  exports: [JobsService, TakedownsService, Workers],
})
export class AdminJobsModule {}
