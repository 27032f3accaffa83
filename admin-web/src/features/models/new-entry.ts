import { VIDEO_LIMITS } from '@luit/contracts/generation/catalog/vocabulary';
import { fieldsOf } from './form/entry-paths';

/** What a new model begins with. */
export const BLANK_ENTRY = {
  id: '',
  name: '',
  description: {},
  output: 'video',
  starts: { text: true },
  parameters: {
    prompt: { maxCharacters: 1_000 },
    duration: { values: [5, 10], default: 5 },
    resolution: { values: ['480p', '720p'], default: '480p' },
  },
  price: { perSecond: {} },
  routes: [{ provider: 'replicate', model: {}, fields: {}, limits: VIDEO_LIMITS }],
  state: 'draft',
};

/** A copy of an entry as a draft with another id and name. */
export function copyOf(entry: unknown): unknown {
  const { endsAt: _, replacement: __, ...fields } = fieldsOf(entry);
  return { ...fields, id: `${String(fields.id)}-copy`, name: `${String(fields.name)} copy`, state: 'draft' };
}
