import { Module } from '@nestjs/common';
import { OutputsModule } from '../outputs/outputs.module';
import { DerivationsService } from './derivations.service';

@Module({ imports: [OutputsModule], providers: [DerivationsService] })
export class DerivationsModule {}
