import { generationCalls } from '@luit/contracts/generation/messages';
import type { OutputLabel } from '@luit/contracts/generation/output-label';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { DrawnLabel } from './ai-label';

/** A change by an operator takes effect within this time. */
const CACHED_MS = 60_000;

/** The label that operators chose, which is read once for many outputs. */
@Injectable()
export class OutputLabels {
  private cached: { label: OutputLabel; until: number } | null = null;

  constructor(private readonly calls: CallClient) {}

  /** The label of a task's output, or null if it gets none. Images get it where videos do. @throws errors of calls */
  async of({ type }: Pick<ProviderTask, 'type'>): Promise<DrawnLabel | null> {
    const label = await this.read();
    return (type === 'restore' ? label.onRestorations : label.onVideos) ? label : null;
  }

  private async read(): Promise<OutputLabel> {
    if (this.cached && performance.now() < this.cached.until) return this.cached.label;
    const label = await this.calls.call(generationCalls.getOutputLabel, {});
    this.cached = { label, until: performance.now() + CACHED_MS };
    return label;
  }
}
