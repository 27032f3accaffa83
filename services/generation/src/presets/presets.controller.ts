import { generationCalls } from '@luit/contracts/generation/messages';
import type { AdminPreset, Preset } from '@luit/contracts/generation/presets';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { PresetEditorService } from './preset-editor.service';
import { PresetsService } from './presets.service';

@Controller()
export class PresetsController {
  constructor(
    private readonly presets: PresetsService,
    private readonly editor: PresetEditorService,
  ) {}

  @OnCall(generationCalls.listPresets)
  async list(): Promise<{ presets: Preset[] }> {
    return { presets: await this.presets.list() };
  }

  @OnCall(operationsCalls.listAllPresets)
  async listAll(): Promise<{ presets: AdminPreset[] }> {
    return { presets: await this.presets.listAll() };
  }

  @OnCall(operationsCalls.createPreset)
  create(input: RequestOf<typeof operationsCalls.createPreset>): Promise<AdminPreset> {
    return this.editor.create(input);
  }

  @OnCall(operationsCalls.changePreset)
  change(input: RequestOf<typeof operationsCalls.changePreset>): Promise<AdminPreset> {
    return this.editor.change(input);
  }
}
