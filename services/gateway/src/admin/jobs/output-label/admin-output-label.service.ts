import { generationCalls } from '@luit/contracts/generation/messages';
import type { OutputLabel, OutputLabelBody } from '@luit/contracts/generation/output-label';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { Identity } from '../../../access/identities/token.strategy';

/** The visible label of outputs. */
@Injectable()
export class AdminOutputLabelService {
  constructor(private readonly calls: CallClient) {}

  async get(): Promise<{ label: OutputLabel }> {
    return { label: await this.calls.call(generationCalls.getOutputLabel, {}) };
  }

  async change(changes: OutputLabelBody, { id: adminId }: Identity): Promise<{ message: string; label: OutputLabel }> {
    const label = await this.calls.call(operationsCalls.changeOutputLabel, { adminId, ...changes });
    return { message: 'The label has been saved', label };
  }
}
