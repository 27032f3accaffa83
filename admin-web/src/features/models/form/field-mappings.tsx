import type { Conversion, InputName } from '@luit/contracts/generation/catalog/model-routes';
import { valuesOf } from '@luit/contracts/generation/catalog/listed-values';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { useId } from 'react';
import { useEntryForm } from './entry-form';
import { fieldsOf } from './entry-paths';
import { NumberField, Problem, TextField } from './fields';
import { inputName, InputSuggestions } from './workflow-section';

const CONVERSIONS: Record<Conversion['as'] | 'unchanged', string> = {
  unchanged: 'Unchanged',
  text: 'As text',
  number: 'As a number',
  fraction: 'Percent as 0 to 1',
  map: 'By a table',
  frames: 'As frames',
  size: 'As width and height',
  dimensions: 'As one text, 1280x720',
  list: 'As a list of one',
};

/** Which field of the provider takes each of our inputs, and how. */
export function FieldMappings({ path, names }: { path: string; names: readonly InputName[] }) {
  const { at, problems } = useEntryForm();
  const mapped = fieldsOf(at(`${path}.fields`));
  const workflow = at(`${path}.workflow`);
  const list = useId();
  const taken = names.filter(
    (name) => isTaken(name, at) || name in mapped || (name === 'reference' && workflow !== undefined),
  );
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">Fields of the provider</legend>
      <div className="mt-2 grid divide-y divide-line rounded-control border border-line">
        {taken.map((name) => (
          <Mapping key={name} path={`${path}.fields.${name}`} name={name} list={list} />
        ))}
        {taken.length === 0 && <p className="px-3 py-3 text-sm text-muted">The model takes nothing yet.</p>}
      </div>
      <Problem text={problems.get(`${path}.fields`)} />
      <InputSuggestions id={list} workflow={workflow} />
    </fieldset>
  );
}

function isTaken(name: InputName, at: (path: string) => unknown): boolean {
  if (name === 'image') return at('starts.image') !== undefined;
  if (name === 'lastImage') return at('starts.image.lastFrame') === true;
  if (name === 'references') return Number(at('starts.image.references') ?? 0) > 0;
  return at(`parameters.${name}`) !== undefined;
}

function Mapping({ path, name, list }: { path: string; name: InputName; list: string }) {
  const { at, set, problems, isReadOnly } = useEntryForm();
  const mapping = at(path);
  const conversion = fieldsOf(mapping);
  const as = typeof mapping === 'object' && mapping !== null ? String(conversion.as) : 'unchanged';
  const field = typeof mapping === 'string' ? mapping : conversion.field;
  const label = inputName(name);
  const setField = (text: string) =>
    set(
      path,
      text === '' && as === 'unchanged' ? undefined : as === 'unchanged' ? text : { ...conversion, field: text },
    );
  const setAs = (next: string) => set(path, converted(next, String(field ?? '')));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_9rem] gap-x-3 gap-y-1.5 px-3 py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)_13rem]">
      <span className="text-sm font-medium max-sm:col-span-2 sm:pt-2.5">{label}</span>
      {as === 'size' ? (
        <div className="grid gap-2 sm:grid-cols-3">
          <TextField path={`${path}.width`} label="Width" list={list} />
          <TextField path={`${path}.height`} label="Height" list={list} />
          <NumberField path={`${path}.multipleOf`} label="Multiple of" suffix="px" />
        </div>
      ) : (
        <Input
          label={`Field for ${label}`}
          className="[&_label]:sr-only"
          placeholder="Not sent"
          list={list}
          spellCheck={false}
          readOnly={isReadOnly}
          error={problems.get(path) ?? problems.get(`${path}.field`)}
          value={String(field ?? '')}
          onChange={(event) => setField(event.target.value)}
        />
      )}
      <Select
        label={`Conversion of ${label}`}
        className="[&_label]:sr-only"
        disabled={isReadOnly}
        error={problems.get(`${path}.as`)}
        value={as}
        onChange={(event) => setAs(event.target.value)}
      >
        {Object.entries(CONVERSIONS).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
      {as === 'frames' && (
        <div className="grid gap-3 col-span-2 sm:col-start-2 sm:grid-cols-3">
          <NumberField path={`${path}.framesPerSecond`} label="Frames a second" />
          <NumberField path={`${path}.plus`} label="More frames" />
          <TextField path={`${path}.rateField`} label="Field of the rate" list={list} />
        </div>
      )}
      {as === 'dimensions' && (
        <div className="col-span-2 sm:col-start-2">
          <NumberField path={`${path}.multipleOf`} label="Multiple of" suffix="px" />
        </div>
      )}
      {as === 'map' && <MapValues path={`${path}.values`} name={name} />}
      {as === 'size' && <Problem text={problems.get(path)} />}
    </div>
  );
}

/** What the provider gets for each of our values. A number stays a number. */
function MapValues({ path, name }: { path: string; name: InputName }) {
  const { at, set, problems, isReadOnly } = useEntryForm();
  const definition = fieldsOf(at(`parameters.${name}`));
  const given = fieldsOf(at(path));
  const ours = 'values' in definition || 'from' in definition ? valuesOf(definition).map(String) : [];
  const keys = [...new Set([...ours, ...Object.keys(given)])].slice(0, 40);
  return (
    <div className="grid gap-2 col-span-2 sm:col-start-2 sm:grid-cols-2">
      {keys.map((key) => (
        <Input
          key={key}
          label={key}
          readOnly={isReadOnly}
          error={problems.get(`${path}.${key}`)}
          value={given[key] === undefined ? '' : String(given[key] as string | number)}
          onChange={({ target: { value } }) => set(path, { ...given, [key]: scalarOf(value) })}
        />
      ))}
      <Problem text={problems.get(path)} />
    </div>
  );
}

function converted(as: string, field: string): unknown {
  if (as === 'unchanged') return field;
  if (as === 'size') return { as, width: 'width', height: 'height', multipleOf: 16 };
  if (as === 'dimensions') return { as, field, multipleOf: 16 };
  if (as === 'frames') return { as, field, framesPerSecond: 24 };
  return as === 'map' ? { as, field, values: {} } : { as, field };
}

/** `true`, `false` and numbers as such, everything else as text. */
export function scalarOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
