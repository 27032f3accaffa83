import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import type { BillingProfile } from '@luit/contracts/auth/users';
import { GST_STATES } from '@luit/contracts/billing/gst-states';
import { useState } from 'react';
import { BillingForm } from './billing-form';

export function BillingCard({ profile }: { profile: BillingProfile | null }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <Card as="section" aria-labelledby="billing" className="p-6 sm:p-8">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex-1 basis-64">
          <h2 id="billing" className="text-title heading">
            {t`Billing details`}
          </h2>
          <p className="mt-1 text-muted">{t`The buyer details printed on your invoices.`}</p>
        </div>
        {profile && !isEditing && (
          <Button tone="secondary" size="sm" aria-label={t`Edit billing details`} onClick={() => setEditing(true)}>
            {t`Edit`}
          </Button>
        )}
      </div>
      {isEditing && <BillingForm profile={profile} onClose={() => setEditing(false)} />}
      {!isEditing && profile && <BillingDetails profile={profile} />}
      {!isEditing && !profile && (
        <>
          <p className="mt-5 text-sm text-muted">{t`Without billing details, your invoices show only your name. Add a GSTIN to claim input tax credit.`}</p>
          <Button tone="secondary" className="mt-4" onClick={() => setEditing(true)}>
            {t`Add billing details`}
          </Button>
        </>
      )}
    </Card>
  );
}

function BillingDetails({ profile }: { profile: BillingProfile }) {
  const details = [
    [t`Name or business`, profile.name],
    [t`State or union territory`, GST_STATES[profile.state] ?? profile.state],
    [t`GSTIN`, profile.gstin ?? t`Not provided`],
  ] as const;
  return (
    <dl className="mt-5 divide-y divide-line border-y border-line">
      {details.map(([name, value]) => (
        <div key={name} className="grid gap-1 py-3.5 sm:grid-cols-[14rem_minmax(0,1fr)] sm:items-baseline">
          <dt className="text-muted">{name}</dt>
          <dd className="font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
