import { Module } from '@nestjs/common';
import { TakedownSettingsController } from './takedown-settings.controller';

@Module({ controllers: [TakedownSettingsController] })
export class TakedownSettingsModule {}
