import { Module } from '@nestjs/common';
import { TestCreditsService } from './test-credits.service';

@Module({ providers: [TestCreditsService], exports: [TestCreditsService] })
export class TestCreditsModule {}
