import { Module } from '@nestjs/common';
import { ExamplesModule } from '../../../creations/examples/examples.module';
import { AdminExamplesController } from './admin-examples.controller';
import { AdminExamplesService } from './admin-examples.service';

@Module({
  imports: [ExamplesModule],
  controllers: [AdminExamplesController],
  providers: [AdminExamplesService],
})
export class AdminExamplesModule {}
