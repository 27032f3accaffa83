import { Module } from '@nestjs/common';
import { DispatchEstimatesModule } from '../dispatch/dispatch-estimates.module';
import { ProviderTasks } from './provider-tasks';

@Module({ imports: [DispatchEstimatesModule], providers: [ProviderTasks], exports: [ProviderTasks] })
export class ProviderTasksModule {}
