import type { BillingSettings } from '@luit/contracts/billing/settings';
import type { OutputLabel } from '@luit/contracts/generation/output-label';
import { Alert } from '@luit/ui/alert';
import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { AlertDestinations } from './alert-destinations';
import { ApproveAboveForm } from './approve-above-form';
import { ConfirmAboveForm } from './confirm-above-form';
import { OUTPUT_LABEL_KEY, OUTPUT_LABEL_PATH, OutputLabelForm } from './output-label-form';
import { TakedownSettingsForm } from './takedown-settings-form';
import { takedownSettingsQuery } from './takedown-settings-query';
import { TrafficSection } from './traffic-form';
import { SignupGrantForm } from './signup-grant-form';

export default function SettingsPage() {
  const { client } = useServices();
  const canChange = useCan('settings.change');
  const canSeeDestinations = useCan('alert_destinations.read');
  const query = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => client.get<BillingSettings>('/api/admin/settings', signal),
  });
  const label = useQuery({
    queryKey: OUTPUT_LABEL_KEY,
    queryFn: ({ signal }) => client.get<{ label: OutputLabel }>(OUTPUT_LABEL_PATH, signal),
  });
  const takedowns = useQuery(takedownSettingsQuery(client));
  return (
    <>
      <PageHeader title="Settings" description="Changes apply immediately and are recorded in the audit log." />
      <QueryPanel query={query} loading="Loading settings">
        {(settings) => (
          <div className="grid gap-5">
            {!canChange && <Alert tone="info">Your role can view the settings but not change them.</Alert>}
            <fieldset disabled={!canChange} className="grid min-w-0 gap-5">
              <SignupGrantForm grant={settings.signupGrant} />
              <ConfirmAboveForm limits={settings.confirmAbove} />
              <ApproveAboveForm limits={settings.approveAbove} />
            </fieldset>
          </div>
        )}
      </QueryPanel>
      <QueryPanel query={label} loading="Loading the AI label">
        {({ label }) => (
          <fieldset disabled={!canChange} className="mt-5 min-w-0">
            <OutputLabelForm label={label} />
          </fieldset>
        )}
      </QueryPanel>
      <QueryPanel query={takedowns} loading="Loading the takedown setting">
        {(settings) => (
          <fieldset disabled={!canChange} className="mt-5 min-w-0">
            <TakedownSettingsForm settings={settings} />
          </fieldset>
        )}
      </QueryPanel>
      <div className="mt-5">
        <TrafficSection />
      </div>
      {canSeeDestinations && (
        <div className="mt-5">
          <AlertDestinations />
        </div>
      )}
    </>
  );
}
