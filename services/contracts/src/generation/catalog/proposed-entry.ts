import type { VendorInputField } from '../model-checks';
import type { ModelEntry } from './model-entry';
import { longestText, parameterValues, VENDOR_NAMES } from './model-parameters';
import type { FieldMapping, InputName } from './model-routes';
import { ENTRY_LIMITS, isTextParameter, PHOTO_LIMITS, RATIOS, RESOLUTIONS, VIDEO_LIMITS } from './vocabulary';

/** What vendors call our inputs, the usual name first. */
const NAMES: Partial<Record<InputName, readonly string[]>> = {
  ...VENDOR_NAMES,
  image: ['image', 'image_url', 'input_image', 'start_image', 'start_image_url', 'first_frame_image', 'img'],
  lastImage: ['last_frame_image', 'end_image_url', 'end_image', 'tail_image_url', 'last_frame'],
  references: ['reference_images', 'image_urls', 'reference_image_urls'],
};

/** Other words that vendors have for our values. */
const SAME_VALUES: Readonly<Record<string, string>> = { jpg: 'jpeg' };

/** An entry to review, which lacks what only an operator knows: the price, and what to say about the model. */
export interface Proposal {
  entry: Record<string, unknown>;
  /** Fields of the vendor that nothing fills. */
  unused: VendorInputField[];
}

interface Mapped {
  field: VendorInputField;
  /** Undefined for an image. */
  definition?: object;
  mapping: FieldMapping;
}

/** Proposes what an entry takes and how its route is filled, from the input that a vendor publishes. */
export function proposedEntry(provider: string, model: string, fields: VendorInputField[]): Proposal {
  const inputs = new Map<InputName, Mapped>();
  for (const [name, names] of Object.entries(NAMES) as [InputName, string[]][]) {
    const candidates = names.flatMap((each) => fields.find((field) => field.name === each) ?? []);
    const mapped = candidates.map((field) => mappedOf(name, field)).find((found) => found !== null);
    if (mapped) inputs.set(name, mapped);
  }
  if (isVideo(inputs)) inputs.delete('outputFormat');
  const used = new Set([...inputs.values()].map(({ field }) => field));
  return {
    entry: entryOf(provider, model, inputs),
    unused: fields.filter((field) => !used.has(field)),
  };
}

function entryOf(provider: string, model: string, inputs: Map<InputName, Mapped>): Record<string, unknown> {
  const title = titleOf(model);
  const image = inputs.get('image');
  const references = inputs.get('references');
  const startsFromText = inputs.has('prompt') && !image?.field.isRequired;
  const starts: ModelEntry['starts'] = {
    text: startsFromText,
    ...(image && {
      image: { lastFrame: inputs.has('lastImage'), references: references ? referencesOf(references) : 0 },
    }),
  };
  const output = isVideo(inputs) ? 'video' : 'image';
  const parameters = Object.fromEntries(
    [...inputs].flatMap(([name, { definition }]) => (definition ? [[name, withImage(name, definition, image)]] : [])),
  );
  const unsent = ['count', ...(image ? [] : ['lastImage', 'references'])];
  const fields = [...inputs].filter(([name]) => !unsent.includes(name));
  return {
    id: title.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-'),
    name: title,
    description: {},
    output,
    starts,
    parameters,
    price: output === 'video' ? { perSecond: {} } : { perImage: {} },
    routes: [
      {
        provider,
        model: { ...(startsFromText && { text: model }), ...(image && { image: model }) },
        fields: Object.fromEntries(fields.map(([name, { mapping }]) => [name, mapping])),
        limits: output === 'video' ? VIDEO_LIMITS : PHOTO_LIMITS,
      },
    ],
    state: 'draft',
  };
}

function isVideo(inputs: Map<InputName, Mapped>): boolean {
  return inputs.has('duration') || inputs.has('sound');
}

/** A video that starts with an image has its ratio, unless the vendor says otherwise. */
function withImage(name: InputName, definition: object, image: Mapped | undefined): object {
  return name === 'aspectRatio' && image ? { ...definition, keepsImage: true } : definition;
}

/** Null if the field does not fit the input. */
function mappedOf(name: InputName, field: VendorInputField): Mapped | null {
  const { type } = field;
  if (isTextParameter(name))
    return type === 'text' ? { field, definition: longestText(name), mapping: field.name } : null;
  switch (name) {
    case 'resolution':
      return listed(field, RESOLUTIONS);
    case 'aspectRatio':
      return listed(field, RATIOS);
    case 'outputFormat':
      return listed(field, parameterValues.shape.outputFormat.options);
    case 'sound':
      return type === 'boolean' ? { field, definition: { default: field.preset === true }, mapping: field.name } : null;
    case 'seed':
      return type === 'integer' ? { field, definition: {}, mapping: field.name } : null;
    case 'duration':
      return numbers(field, 1, ENTRY_LIMITS.seconds);
    case 'count':
      return numbers(field, 1, ENTRY_LIMITS.count);
    case 'strength':
      return strength(field);
    case 'references':
      return type === 'list' ? { field, mapping: field.name } : null;
    default:
      return type === 'text' ? { field, mapping: field.name } : null;
  }
}

/** The values that both sides know. Ours are mapped if the vendor writes them otherwise, such as `720P`. */
function listed(field: VendorInputField, ours: readonly string[]): Mapped | null {
  const theirs = (field.values ?? []).map(String);
  const pairs = ours.flatMap((value) => {
    const found = theirs.find((each) => oursOf(each) === value.toLowerCase());
    return found === undefined ? [] : [[value, found] as const];
  });
  const [first] = pairs;
  if (!first) return null;
  const preset = pairs.find(([, theirsOf]) => theirsOf === field.preset) ?? first;
  const isSame = pairs.every(([value, found]) => value === found);
  return {
    field,
    definition: { values: pairs.map(([value]) => value), default: preset[0] },
    mapping: isSame ? field.name : { as: 'map', field: field.name, values: Object.fromEntries(pairs) },
  };
}

function oursOf(theirs: string): string {
  const word = theirs.toLowerCase();
  return SAME_VALUES[word] ?? word;
}

/** The whole numbers that the field takes, whether it wants them as numbers or as text. */
function numbers(field: VendorInputField, least: number, most: number): Mapped | null {
  const isText = field.type === 'text';
  if (!isText && field.type !== 'integer' && field.type !== 'number') return null;
  const mapping: FieldMapping = isText ? { as: 'text', field: field.name } : field.name;
  const fits = (value: number) => Number.isInteger(value) && value >= least && value <= most;
  const values = field.values?.map(Number).filter(fits) ?? [];
  const preset = Number(field.preset);
  if (values.length > 0) {
    return { field, definition: { values, default: values.includes(preset) ? preset : values[0] }, mapping };
  }
  if (isText || field.maximum === null) return null;
  const from = Math.max(least, Math.ceil(field.minimum ?? least));
  const to = Math.min(most, Math.floor(field.maximum));
  if (from > to) return null;
  return { field, definition: { from, to, default: preset >= from && preset <= to ? preset : from }, mapping };
}

/** Vendors give a share from 0 to 1, Luit percent. */
function strength(field: VendorInputField): Mapped | null {
  if (field.type !== 'number' || field.maximum === null || field.maximum > 1) return null;
  const preset = typeof field.preset === 'number' ? Math.round(field.preset * 100) : 50;
  const definition = {
    from: Math.ceil((field.minimum ?? 0) * 100),
    to: Math.floor(field.maximum * 100),
    default: preset,
  };
  return { field, definition, mapping: { as: 'fraction', field: field.name } };
}

/** Vendors say how many in words only. */
function referencesOf({ field: { description } }: Mapped): number {
  const most = Number(/up to (\d+)/i.exec(description)?.[1] ?? 1);
  return Math.min(Math.max(most, 1), ENTRY_LIMITS.references);
}

/** `owner/some-model-2.0` becomes `Some model 2.0`, without a version. */
function titleOf(model: string): string {
  const [path = ''] = model.split(':');
  const name = path.split('/').slice(1).join(' ').replaceAll(/[-_]+/g, ' ').trim() || path;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
