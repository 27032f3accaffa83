import { generationCalls } from '@luit/contracts/generation/messages';
import { DEFAULT_OUTPUT_LABEL, type OutputLabel } from '@luit/contracts/generation/output-label';
import { CallClient } from '@luit/platform/calls/call-client';
import { OutputLabels } from './output-labels';

describe('the label that operators chose', () => {
  const labelsOf = (label: OutputLabel) => {
    const call = jest.fn(() => Promise.resolve(label));
    return { labels: new OutputLabels({ call } as unknown as CallClient), call };
  };

  it('by default videos and images get one and restorations none', async () => {
    const { labels, call } = labelsOf(DEFAULT_OUTPUT_LABEL);
    for (const type of ['video', 'image_video', 'image'] as const)
      expect(await labels.of({ type })).toEqual(DEFAULT_OUTPUT_LABEL);
    expect(await labels.of({ type: 'restore' })).toBeNull();
    // The label is read once for many outputs.
    expect(call.mock.calls).toEqual([[generationCalls.getOutputLabel, {}]]);
  });

  it('operators turn it off for videos and on for restorations', async () => {
    const { labels } = labelsOf({ ...DEFAULT_OUTPUT_LABEL, onVideos: false, onRestorations: true });
    expect(await labels.of({ type: 'video' })).toBeNull();
    expect(await labels.of({ type: 'restore' })).toMatchObject({ text: 'AI-generated' });
  });
});
