import { Module } from '@nestjs/common';
import { LimitsModule } from '../../../access/limits/limits.module';
import { OperatorsController } from './operators.controller';
import { OperatorsService } from './operators.service';

@Module({ imports: [LimitsModule], controllers: [OperatorsController], providers: [OperatorsService] })
export class OperatorsModule {}
