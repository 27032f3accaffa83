import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module';
import { RequestsModule } from '../requests/requests.module';
import { CancellationService } from './cancellation.service';
import { CancellationsController } from './cancellations.controller';

@Module({
  imports: [JobsModule, RequestsModule],
  controllers: [CancellationsController],
  providers: [CancellationService],
  exports: [CancellationService],
})
export class CancellationsModule {}
