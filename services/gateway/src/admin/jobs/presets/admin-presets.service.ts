import type { AdminPreset, Preset, PresetChangeBody } from '@luit/contracts/generation/presets';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { Identity } from '../../../access/identities/token.strategy';

/** Camera motions and styles. */
@Injectable()
export class AdminPresetsService {
  constructor(private readonly calls: CallClient) {}

  async list(): Promise<{ items: AdminPreset[] }> {
    const { presets } = await this.calls.call(operationsCalls.listAllPresets, {});
    return { items: presets };
  }

  /** @throws LuitError `conflict` if the id is taken */
  async create(input: Preset, { id: adminId }: Identity): Promise<{ message: string; preset: AdminPreset }> {
    const preset = await this.calls.call(operationsCalls.createPreset, { adminId, ...input });
    return { message: 'The preset has been created', preset };
  }

  /** @throws LuitError `not_found` */
  async change(
    id: string,
    { archived, ...changes }: PresetChangeBody,
    { id: adminId }: Identity,
  ): Promise<{ message: string; preset: AdminPreset }> {
    const change = { adminId, id, changes, isArchived: archived };
    const preset = await this.calls.call(operationsCalls.changePreset, change);
    return { message: 'The preset has been saved', preset };
  }
}
