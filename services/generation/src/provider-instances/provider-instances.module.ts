import { Module } from '@nestjs/common';
import { InstanceSeeds } from './instance-seeds';
import { ProviderInstances } from './provider-instances';

@Module({ providers: [InstanceSeeds, ProviderInstances], exports: [ProviderInstances] })
export class ProviderInstancesModule {}
