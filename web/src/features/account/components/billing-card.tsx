import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import type { BillingProfile } from '@luit/contracts/auth/users';
import { GST_STATES } from '@luit/contracts/billing/gst-states';
import { useState } from 'react';
import { accountCopy } from '../copy';
import { BillingForm } from './billing-form';

export function BillingCard({ profile }: { profile: BillingProfile | null }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <Card as="section" aria-labelledby="billing" className="p-6 sm:p-8">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex-1 basis-64">
          <h2 id="billing" className="text-title heading">
            {accountCopy.billing}
          </h2>
          <p className="mt-1 text-muted">{accountCopy.billingLead}</p>
        </div>
        {profile && !isEditing && (
          <Button tone="secondary" size="sm" aria-label={accountCopy.billingEdit} onClick={() => setEditing(true)}>
            {accountCopy.edit}
          </Button>
        )}
      </div>
      {isEditing && <BillingForm profile={profile} onClose={() => setEditing(false)} />}
      {!isEditing && profile && <BillingDetails profile={profile} />}
      {!isEditing && !profile && (
        <>
          <p className="mt-5 text-sm text-muted">{accountCopy.billingEmpty}</p>
          <Button tone="secondary" className="mt-4" onClick={() => setEditing(true)}>
            {accountCopy.billingAdd}
          </Button>
        </>
      )}
    </Card>
  );
}

function BillingDetails({ profile }: { profile: BillingProfile }) {
  const details = [
    [accountCopy.billingName, profile.name],
    [accountCopy.billingState, GST_STATES[profile.state] ?? profile.state],
    [accountCopy.billingGstin, profile.gstin ?? accountCopy.billingNoGstin],
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
