import type { ShownModel } from '@luit/contracts/http/models';

const AT = '2026-11-29T09:00:00.000Z';

/** A small entry without faults. */
export const entryWith = (rate: number) => ({
  id: 'seedance',
  name: 'Seedance',
  description: { en: 'Smooth motion', hi: 'स्मूद' },
  output: 'video',
  starts: { text: true },
  parameters: {
    prompt: { maxCharacters: 500 },
    duration: { values: [5, 10], default: 5 },
    resolution: { values: ['480p'], default: '480p' },
  },
  price: { perSecond: { '480p': rate } },
  routes: [
    {
      provider: 'replicate',
      model: { text: 'bytedance/seedance-1-lite' },
      fields: { prompt: 'prompt', duration: 'duration' },
      limits: { runSeconds: 600, perSecond: 60 },
    },
  ],
  state: 'live',
});

/** A model whose revisions have these rates. */
export function modelWith(rates: number[]): ShownModel {
  const revisions = rates.map((rate, i) => ({
    revision: i + 1,
    entry: entryWith(rate),
    published_at: AT,
    published_by: i === 0 ? null : 'asha@example.com',
    reason: i === 0 ? 'Shipped with Luit' : 'A new price',
  }));
  const { revision, entry } = revisions.at(-1)!;
  return {
    ...{
      id: 'seedance',
      name: 'Seedance',
      output: 'video',
      state: 'live',
      isDefault: true,
      isDeletable: false,
      revision,
      entry,
    },
    ...{
      price: entry.price,
      durations: [5],
      qualities: ['480p'],
      providers: ['replicate'],
      missing: [],
      revisions: revisions.toReversed(),
    },
  };
}
