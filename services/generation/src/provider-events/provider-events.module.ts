import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module';
import { RequestsModule } from '../requests/requests.module';
import { ProviderEventsController } from './provider-events.controller';
import { ProviderEventsService } from './provider-events.service';

@Module({
  imports: [JobsModule, RequestsModule],
  controllers: [ProviderEventsController],
  providers: [ProviderEventsService],
})
export class ProviderEventsModule {}
