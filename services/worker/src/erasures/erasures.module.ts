import { Module } from '@nestjs/common';
import { EraseProcessor } from './erase.processor';
import { ErasuresService } from './erasures.service';

@Module({ providers: [EraseProcessor, ErasuresService] })
export class ErasuresModule {}
