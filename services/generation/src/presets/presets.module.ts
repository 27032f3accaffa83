import { Module } from '@nestjs/common';
import { PresetEditorService } from './preset-editor.service';
import { PresetsService } from './presets.service';

@Module({
  providers: [PresetsService, PresetEditorService],
  exports: [PresetsService],
})
export class PresetsModule {}
