import { ALL } from '@luit/contracts/generation/catalog/vocabulary';
import { Checkbox } from '@luit/ui/checkbox';
import { Select } from '@luit/ui/select';
import { useEntryForm } from './entry-form';
import { fieldsOf, listOf } from './entry-paths';
import { NumberField, Problem } from './fields';
import { PriceMatrix } from './price-matrix';

export const BASES = ['perSecond', 'perImage', 'perRun'] as const;
export type Basis = (typeof BASES)[number];
export const BASIS_LABELS: Record<Basis, string> = { perSecond: 'A second', perImage: 'An image', perRun: 'A run' };
const THOUSANDTHS = 1_000;

/** What the model costs, and what it earns at its usual choices. */
export function PriceTab() {
  const { entry, at, set, problems, isReadOnly } = useEntryForm();
  if (at('output') === 'colorization') {
    return <p className="text-muted">The price of a restoration includes this step, so it has none of its own.</p>;
  }
  const basis = basisOf(at('price'));
  return (
    <div className="grid gap-7">
      <div className="grid content-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Select
          label="Price of"
          disabled={isReadOnly}
          error={problems.get('price')}
          value={basis}
          onChange={({ target: { value } }) => set('price', { [value]: fieldsOf(at(`price.${basis}`)) })}
        >
          {BASES.map((each) => (
            <option key={each} value={each}>
              {BASIS_LABELS[each]}
            </option>
          ))}
        </Select>
        <RateFields path={`price.${basis}`} unit={THOUSANDTHS} suffix="credits" />
        {at('parameters.sound') !== undefined && (
          <NumberField
            path="price.sound"
            label="With sound, times"
            hint="Empty: sound costs nothing more."
            unit={THOUSANDTHS}
          />
        )}
      </div>
      <PriceMatrix entry={entry} />
    </div>
  );
}

export function basisOf(price: unknown): Basis {
  return BASES.find((each) => fieldsOf(price)[each] !== undefined) ?? 'perSecond';
}

/** A number for each resolution or quality, or one for all. */
export function RateFields({ path, unit, suffix }: { path: string; unit?: number; suffix: string }) {
  const { at, set, problems, isReadOnly } = useEntryForm();
  const values = listOf(at('parameters.resolution.values') ?? at('parameters.quality.values')).map(String);
  const rates = fieldsOf(at(path));
  const isOne = values.length === 0 || ALL in rates;
  const [first] = Object.values(rates);
  const keys = isOne ? [ALL] : [...values, ...Object.keys(rates).filter((key) => !values.includes(key))];
  return (
    <>
      {keys.map((key) => (
        <NumberField key={key} path={`${path}.${key}`} label={key === ALL ? 'Each' : key} unit={unit} suffix={suffix} />
      ))}
      {values.length > 1 && (
        <Checkbox
          className="col-span-full flex items-start gap-3"
          label="The same for all"
          disabled={isReadOnly}
          checked={isOne}
          onChange={({ target: { checked } }) =>
            set(path, checked ? { [ALL]: first } : Object.fromEntries(values.map((value) => [value, first])))
          }
        />
      )}
      <Problem text={problems.get(path)} />
    </>
  );
}
