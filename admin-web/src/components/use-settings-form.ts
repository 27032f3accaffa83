import { useState } from 'react';
import { type DefaultValues, type FieldValues, useForm, useWatch } from 'react-hook-form';
import type { Difference } from './settings-bar';

/** What the operator changed, on top of what was stored meanwhile. */
function merged<Values extends object>(base: Values, mine: Values, stored: Values): Values {
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]: [string, unknown]) => {
      const [was, is] = [base, mine].map((values) => (values as Record<string, unknown>)[name]);
      if (typeof value === 'object' && value) return [name, merged(was as object, is as object, value)];
      return [name, is === was ? value : is];
    }),
  ) as Values;
}

/**
 * A form of settings that are saved together, and what its `SettingsBar` needs. Settings that are stored meanwhile replace no field by
 * themselves: `isOutdated` says so while nothing was changed here, and `showStored` fills the fields with them.
 *
 * @param settings as stored now
 * @param valuesOf what the fields contain
 * @param differences what differs, in the order of the page
 */
export function useSettingsForm<Settings extends { changedAt: string | null }, Values extends FieldValues>(
  settings: Settings,
  valuesOf: (settings: Settings) => Values,
  differences: (before: Values, after: Values) => Difference[],
) {
  /** What the fields were filled with. */
  const [base, setBase] = useState(settings);
  const form = useForm<Values>({ defaultValues: valuesOf(base) as DefaultValues<Values> });
  const values = useWatch({ control: form.control }) as Values;
  const changes = differences(valuesOf(base), values);
  const fill = (stored: Settings, wanted = valuesOf(stored)) => {
    setBase(stored);
    form.reset(wanted);
  };
  return {
    form,
    base,
    isOutdated: changes.length === 0 && settings.changedAt !== base.changedAt,
    showStored: () => fill(settings),
    bar: {
      changes,
      isValid: () => form.trigger(undefined, { shouldFocus: true }),
      onSaved: (saved: Settings) => fill(saved),
      differencesTo: (stored: Settings) => differences(valuesOf(base), valuesOf(stored)),
      onKeep: (stored: Settings) => fill(stored, merged(valuesOf(base), form.getValues(), valuesOf(stored))),
      onDiscard: (stored = base) => fill(stored),
    },
  };
}
