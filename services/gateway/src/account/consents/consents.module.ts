import { Module } from '@nestjs/common';
import { LimitsModule } from '../../access/limits/limits.module';
import { ConsentsController } from './consents.controller';
import { ConsentsService } from './consents.service';

@Module({ imports: [LimitsModule], controllers: [ConsentsController], providers: [ConsentsService] })
export class ConsentsModule {}
