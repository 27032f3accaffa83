import { Module } from '@nestjs/common';
import { OutputsModule } from '../outputs/outputs.module';
import { DerivationsService } from './derivations.service';
import { DeriveProcessor } from './derive.processor';

@Module({ imports: [OutputsModule], providers: [DeriveProcessor, DerivationsService] })
export class DerivationsModule {}
