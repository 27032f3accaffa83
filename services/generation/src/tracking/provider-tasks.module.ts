import { Module } from '@nestjs/common';
import { ProviderTasks } from './provider-tasks';

@Module({ providers: [ProviderTasks], exports: [ProviderTasks] })
export class ProviderTasksModule {}
