import { Module } from '@nestjs/common';
import { ErasuresService } from './erasures.service';

@Module({ providers: [ErasuresService] })
export class ErasuresModule {}
