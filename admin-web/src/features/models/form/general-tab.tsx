import { LANGUAGES } from '@luit/contracts/auth/languages';
import { MODEL_STATES } from '@luit/contracts/generation/catalog/model-entry';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { sentenceCase } from '../../../lib/format';
import { useEntryForm, useEntryValue } from './entry-form';
import { withValue } from './entry-paths';
import { ChoiceField, TextField } from './fields';

const OUTPUTS = ['video', 'image', 'restoration', 'colorization'];
const LANGUAGE_NAMES: Record<(typeof LANGUAGES)[number], string> = { en: 'English', hi: 'Hindi' };
const STATE_HINTS: Record<string, string> = {
  draft: 'Nobody is offered a draft.',
  live: 'Creators and programs can ask for it.',
  deprecated: 'It can still be asked for, and says until when and what to use instead.',
  retired: 'Nobody can ask for it any more. Its videos stay.',
};
const options = (values: readonly string[]) => values.map((value) => ({ value, label: sentenceCase(value) }));

interface GeneralTabProps {
  isNew: boolean;
  /** Ids of the models that may replace this one. */
  others: { id: string; name: string }[];
}

/** What the model is called, what it makes, and whether it is offered. */
export function GeneralTab({ isNew, others }: GeneralTabProps) {
  const { at } = useEntryForm();
  const state = String(at('state'));
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField path="name" label="Name" hint="As creators see it." />
      {isNew ? (
        <TextField path="id" label="ID" hint="In addresses and the API. It cannot change later." />
      ) : (
        <Input label="ID" hint="In addresses and the API. It does not change." value={String(at('id'))} disabled />
      )}
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          path={`description.${language}`}
          label={`Description in ${LANGUAGE_NAMES[language]}`}
          isLong
        />
      ))}
      {isNew ? (
        <ChoiceField path="output" label="Makes" options={options(OUTPUTS)} />
      ) : (
        <Input label="Makes" hint="It does not change." value={sentenceCase(String(at('output')))} disabled />
      )}
      <StateField isNew={isNew} />
      {state === 'deprecated' && <EndField />}
      {(state === 'deprecated' || state === 'retired') && (
        <ChoiceField
          path="replacement"
          label="What to use instead"
          none="Nothing"
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </div>
  );
}

/** A new state drops the date and the replacement that do not belong to it. */
function StateField({ isNew }: { isNew: boolean }) {
  const { entry, at, replace, problems, isReadOnly } = useEntryForm();
  const state = String(at('state'));
  const change = (next: string) => {
    const dropped = [...(next === 'deprecated' ? [] : ['endsAt', ...(next === 'retired' ? [] : ['replacement'])])];
    replace(dropped.reduce((left, path) => withValue(left, path, undefined), withValue(entry, 'state', next)));
  };
  return (
    <Select
      label="State"
      hint={STATE_HINTS[state]}
      error={problems.get('state')}
      disabled={isReadOnly || isNew}
      value={state}
      onChange={(event) => change(event.target.value)}
    >
      {MODEL_STATES.map((each) => (
        <option key={each} value={each}>
          {sentenceCase(each)}
        </option>
      ))}
    </Select>
  );
}

function EndField() {
  const { value, error, isReadOnly, change } = useEntryValue('endsAt');
  return (
    <Input
      type="date"
      label="Retires on"
      error={error}
      readOnly={isReadOnly}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => change(event.target.value === '' ? undefined : event.target.value)}
    />
  );
}
