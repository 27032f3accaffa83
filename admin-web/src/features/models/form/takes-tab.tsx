import { PARAMETER_NAMES, type ParameterName } from '@luit/contracts/generation/catalog/model-parameters';
import { type DefinitionSchema, definitionSchemas } from '@luit/contracts/generation/catalog/definition-schemas';
import { ENTRY_LIMITS } from '@luit/contracts/generation/catalog/vocabulary';
import { Checkbox } from '@luit/ui/checkbox';
import { sentenceCase } from '../../../lib/format';
import { useEntryForm } from './entry-form';
import { listOf } from './entry-paths';
import { ChoiceField, ChosenField, NumberField, NumbersField, Problem, SwitchField } from './fields';

const PROPERTIES = definitionSchemas();
const LABELS: Record<string, string> = {
  values: 'Values',
  from: 'From',
  to: 'To',
  default: 'Default',
  maxCharacters: 'Most characters',
  keepsImage: 'Keeps the ratio of the image',
};

/** `aspectRatio` becomes `Aspect ratio`. */
export function parameterName(name: string): string {
  return sentenceCase(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}

/** What a job may start from, and the parameters that the model takes. The controls follow from the schema of an entry. */
export function TakesTab() {
  const { at, set, problems, isReadOnly } = useEntryForm();
  const takesImage = at('starts.image') !== undefined;
  return (
    <div className="grid gap-7">
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">Starts from</legend>
        <SwitchField path="starts.text" label="A prompt alone" />
        <Checkbox
          label="An image"
          disabled={isReadOnly}
          checked={takesImage}
          onChange={(event) => set('starts.image', event.target.checked ? {} : undefined)}
        />
        {takesImage && (
          <div className="grid gap-4 pl-8 sm:grid-cols-[14rem_14rem]">
            <SwitchField path="starts.image.lastFrame" label="A last frame too" />
            <NumberField
              path="starts.image.references"
              label="Reference images, at most"
              hint={`0 to ${ENTRY_LIMITS.references}`}
            />
          </div>
        )}
        <Problem text={problems.get('starts')} />
      </fieldset>
      <fieldset>
        <legend className="mb-2 font-semibold">Parameters</legend>
        <div className="grid divide-y divide-line">
          {PARAMETER_NAMES.map((name) => (
            <Parameter key={name} name={name} />
          ))}
        </div>
        <Problem text={problems.get('parameters')} />
      </fieldset>
    </div>
  );
}

function Parameter({ name }: { name: ParameterName }) {
  const { at, set, problems, isReadOnly } = useEntryForm();
  const path = `parameters.${name}`;
  const isTaken = at(path) !== undefined;
  const { description, properties = {} } = PROPERTIES[name] ?? {};
  return (
    <div className="grid gap-4 py-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <Checkbox
          label={parameterName(name)}
          hint={description}
          disabled={isReadOnly}
          checked={isTaken}
          onChange={(event) => set(path, event.target.checked ? firstOf(properties) : undefined)}
        />
        <Problem text={problems.get(path)} />
      </div>
      {isTaken && Object.keys(properties).length > 0 && (
        <div className="grid content-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {'from' in properties && <RangeOrList path={path} />}
          {Object.entries(properties).map(([field, schema]) => (
            <ParameterField
              key={field}
              path={`${path}.${field}`}
              label={LABELS[field] ?? parameterName(field)}
              schema={schema}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** Numbers are either listed or a range. */
function RangeOrList({ path }: { path: string }) {
  const { at, set, isReadOnly } = useEntryForm();
  const isList = at(`${path}.values`) !== undefined;
  const listed = listOf(at(`${path}.values`)).map(Number);
  const toRange = { from: Math.min(...listed), to: Math.max(...listed), default: at(`${path}.default`) };
  const toList = { values: [at(`${path}.from`), at(`${path}.to`)], default: at(`${path}.default`) };
  return (
    <Checkbox
      className="col-span-full flex items-start gap-3"
      label="Every whole number of a range"
      disabled={isReadOnly}
      checked={!isList}
      onChange={(event) => set(path, event.target.checked ? toRange : toList)}
    />
  );
}

function ParameterField({ path, label, schema }: { path: string; label: string; schema: DefinitionSchema }) {
  const { at } = useEntryForm();
  const parent = path.slice(0, path.lastIndexOf('.'));
  const isList = at(`${parent}.values`) !== undefined;
  const field = path.slice(path.lastIndexOf('.') + 1);
  if (schema.type === 'array' && schema.items?.enum) {
    return (
      <div className="col-span-full">
        <ChosenField path={path} label={label} options={schema.items.enum} />
      </div>
    );
  }
  if (schema.type === 'array') {
    return isList ? <NumbersField path={path} label={label} hint="Separated by commas" /> : null;
  }
  if ((field === 'from' || field === 'to') && isList) return null;
  if (schema.type === 'boolean')
    return (
      <SwitchField path={path} label={field === 'default' ? 'On unless turned off' : label} hint={schema.description} />
    );
  if (schema.enum) {
    const chosen = listOf(at(`${parent}.values`)).map(String);
    return <ChoiceField path={path} label={label} options={chosen.map((value) => ({ value, label: value }))} />;
  }
  return <NumberField path={path} label={label} hint={schema.description} />;
}

/** The smallest definition of a parameter: the first value of each list. */
function firstOf(properties: Record<string, DefinitionSchema>): object {
  const { values, from, to, maxCharacters, default: preset } = properties;
  if (maxCharacters) return { maxCharacters: maxCharacters.maximum };
  if (from && to) return { values: [from.minimum], default: from.minimum };
  if (values?.items?.enum) return { values: values.items.enum.slice(0, 1), default: values.items.enum[0] };
  return preset?.type === 'boolean' ? { default: false } : {};
}
