import { Module } from '@nestjs/common';
import { ModelRevisions } from './model-revisions';

@Module({ providers: [ModelRevisions], exports: [ModelRevisions] })
export class ModelRevisionsModule {}
