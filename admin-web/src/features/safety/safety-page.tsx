import { SAFETY_CATEGORIES } from '@luit/contracts/generation/limits';
import type { StoredSafetySettings } from '@luit/contracts/generation/safety';
import { Alert } from '@luit/ui/alert';
import { useQuery } from '@tanstack/react-query';
import { FormProvider } from 'react-hook-form';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { OutdatedSettings, SettingsBar } from '../../components/settings-bar';
import { useSettingsForm } from '../../components/use-settings-form';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { CategoryFields, ClassifierFields, ThrottleFields } from './fields';
import { changesTo, differences, valuesOf } from './safety-values';

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
  const { form, base, isOutdated, showStored, bar } = useSettingsForm(settings, valuesOf, differences);
  return (
    <FormProvider {...form}>
      <div className="grid gap-5">
        {isOutdated && <OutdatedSettings onShow={showStored} />}
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
            {...bar}
            send={(reason) =>
              client.send<StoredSafetySettings>('PUT', PATH, {
                ...changesTo(base, form.getValues()),
                ...{ basedOn: base.changedAt, reason },
              })
            }
          />
        )}
      </div>
    </FormProvider>
  );
}
