import { Module } from '@nestjs/common';
import { AdminPresetsController } from './admin-presets.controller';
import { AdminPresetsService } from './admin-presets.service';

@Module({
  controllers: [AdminPresetsController],
  providers: [AdminPresetsService],
})
export class AdminPresetsModule {}
