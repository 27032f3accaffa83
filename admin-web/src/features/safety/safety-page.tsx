import { SAFETY_CATEGORIES } from '@luit/contracts/generation/limits';
import type { StoredSafetySettings } from '@luit/contracts/generation/safety';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { SettingsBar } from '../../components/settings-bar';
import { merged } from '../../lib/merged';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { CategoryFields, ClassifierFields, ThrottleFields } from './fields';
import { changesTo, differences, type SafetyValues, valuesOf } from './safety-values';

const KEY = ['safety'];
const PATH = '/api/admin/safety';

/** Which prompts are refused or reviewed before credits are held. */
export default function SafetyPage() {
  const { client } = useServices();
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.get<StoredSafetySettings>(PATH, signal),
  });
  return (
    <>
      <PageHeader
        title="Safety"
        description="Prompts are checked before credits are held. Changes apply within seconds and are recorded in the audit log."
      />
      <QueryPanel query={query} loading="Loading safety settings">
        {(settings) => <SafetyForm settings={settings} />}
      </QueryPanel>
    </>
  );
}

/** All settings, which are saved together. @param settings as stored now */
function SafetyForm({ settings }: { settings: StoredSafetySettings }) {
  const { client } = useServices();
  const canChange = useCan('safety.change');
  /** What the fields were filled with. */
  const [base, setBase] = useState(settings);
  const form = useForm<SafetyValues>({ defaultValues: valuesOf(base) });
  const values = useWatch({ control: form.control }) as SafetyValues;
  const changes = differences(valuesOf(base), values);
  const fill = (stored: StoredSafetySettings, wanted = valuesOf(stored)) => {
    setBase(stored);
    form.reset(wanted);
  };
  const isOutdated = changes.length === 0 && settings.changedAt !== base.changedAt;
  return (
    <FormProvider {...form}>
      <div className="grid gap-5">
        {isOutdated && (
          <Alert tone="info">
            Somebody changed these settings.{' '}
            <Button size="sm" tone="secondary" onClick={() => fill(settings)}>
              Show them
            </Button>
          </Alert>
        )}
        {!canChange && <Alert tone="info">Your role can view the settings but not change them.</Alert>}
        <fieldset disabled={!canChange} className="grid min-w-0 gap-5 xl:grid-cols-2">
          {SAFETY_CATEGORIES.map((category) => (
            <CategoryFields key={category} category={category} />
          ))}
          <ThrottleFields />
          <ClassifierFields />
        </fieldset>
        {canChange && (
          <SettingsBar
            queryKey={KEY}
            changes={changes}
            isValid={() => form.trigger(undefined, { shouldFocus: true })}
            send={(reason) =>
              client.send<StoredSafetySettings>('PUT', PATH, {
                ...changesTo(base, form.getValues()),
                ...{ basedOn: base.changedAt, reason },
              })
            }
            onSaved={(saved) => fill(saved)}
            differencesTo={(stored) => differences(valuesOf(base), valuesOf(stored))}
            onKeep={(stored) => fill(stored, merged(valuesOf(base), form.getValues(), valuesOf(stored)))}
            onDiscard={(stored = base) => fill(stored)}
          />
        )}
      </div>
    </FormProvider>
  );
}
