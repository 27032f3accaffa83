import { Module } from '@nestjs/common';
import { PresetEditorService } from './preset-editor.service';
import { PresetsController } from './presets.controller';
import { PresetsService } from './presets.service';

@Module({
  controllers: [PresetsController],
  providers: [PresetsService, PresetEditorService],
  exports: [PresetsService],
})
export class PresetsModule {}
