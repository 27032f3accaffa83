import { TRAFFIC_LIMITS } from '@luit/contracts/operations/limits';
import type { StoredTrafficSettings, TrafficSettings } from '@luit/contracts/operations/traffic';
import { Input } from '@luit/ui/input';
import { useQuery } from '@tanstack/react-query';
import { QueryPanel } from '../../components/query-panel';
import { Section } from '../../components/section';
import { OutdatedSettings, SettingsBar } from '../../components/settings-bar';
import { useSettingsForm } from '../../components/use-settings-form';
import { wholeNumberRules } from '../../lib/number-rules';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';

const KEY = ['traffic'];
const PATH = '/api/admin/settings/traffic';

const FIELDS = {
  requestPercent: {
    label: 'Request limits, percent',
    hint: '100 are the shipped limits. Empty: as RATE_LIMIT_FACTOR sets them.',
  },
  tasksPerUser: { label: 'Jobs of one account at a time', hint: 'Others wait. Empty: as USER_CONCURRENCY sets it.' },
  improvementsPerDay: {
    label: 'Improved prompts per account and day',
    hint: '0 pauses prompt help. Empty: 100.',
  },
} as const satisfies Record<keyof TrafficSettings, object>;
const NAMES = Object.keys(FIELDS) as (keyof TrafficSettings)[];

type Values = Record<keyof TrafficSettings, string>;

/** The same for each setting. */
const forEach = <Value,>(valueOf: (name: keyof TrafficSettings) => Value) =>
  Object.fromEntries(NAMES.map((name) => [name, valueOf(name)])) as Record<keyof TrafficSettings, Value>;
const valuesOf = (settings: TrafficSettings): Values => forEach((name) => String(settings[name] ?? ''));
const numberIn = (text: string) => (text.trim() === '' ? null : Number(text));
const differences = (before: Values, after: Values) =>
  NAMES.filter((name) => before[name] !== after[name]).map((name) => ({
    name: FIELDS[name].label,
    before: before[name] || 'as installed',
    after: after[name] || 'as installed',
  }));

/** How much people may ask for. Operators change it during an incident, so it applies within seconds. */
export function TrafficSection() {
  const { client } = useServices();
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.get<StoredTrafficSettings>(PATH, signal),
  });
  return (
    <Section title="Traffic">
      <QueryPanel query={query} loading="Loading traffic settings">
        {(settings) => <TrafficForm settings={settings} />}
      </QueryPanel>
    </Section>
  );
}

function TrafficForm({ settings }: { settings: StoredTrafficSettings }) {
  const { client } = useServices();
  const canChange = useCan('service.restrict');
  const { form, base, isOutdated, showStored, bar } = useSettingsForm(settings, valuesOf, differences);
  return (
    <div className="grid gap-4 p-4">
      <p className="text-sm text-muted">
        Applies to every process within seconds. Limits of a provider are on its entry on the Providers page.
      </p>
      {isOutdated && <OutdatedSettings onShow={showStored} />}
      <fieldset disabled={!canChange} className="grid max-w-xl min-w-0 gap-4">
        {NAMES.map((name) => {
          const { validate } = wholeNumberRules(TRAFFIC_LIMITS[name]);
          return (
            <Input
              key={name}
              {...FIELDS[name]}
              inputMode="numeric"
              error={form.formState.errors[name]?.message}
              {...form.register(name, { validate: (text) => text.trim() === '' || validate(text) })}
            />
          );
        })}
      </fieldset>
      {canChange && (
        <SettingsBar
          queryKey={KEY}
          {...bar}
          send={(reason) => {
            const values = form.getValues();
            const settings = forEach((name) => numberIn(values[name]));
            return client.send<StoredTrafficSettings>('PUT', PATH, { ...settings, basedOn: base.changedAt, reason });
          }}
        />
      )}
    </div>
  );
}
