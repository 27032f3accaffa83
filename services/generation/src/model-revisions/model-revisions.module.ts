import { Module } from '@nestjs/common';
import { ModelRevisions } from './model-revisions';
import { PublishedModels } from './published-models';

@Module({ providers: [ModelRevisions, PublishedModels], exports: [ModelRevisions, PublishedModels] })
export class ModelRevisionsModule {}
