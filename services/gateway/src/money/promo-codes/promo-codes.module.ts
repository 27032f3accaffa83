import { Module } from '@nestjs/common';
import { LimitsModule } from '../../access/limits/limits.module';
import { PromoCodesController } from './promo-codes.controller';
import { PromoCodesService } from './promo-codes.service';

@Module({ imports: [LimitsModule], controllers: [PromoCodesController], providers: [PromoCodesService] })
export class PromoCodesModule {}
