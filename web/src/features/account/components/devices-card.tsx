import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert } from '@luit/ui/alert';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import type { DeviceSession } from '@luit/contracts/auth/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { Link } from 'react-router-dom';
import { connectivity } from '../../../lib/connectivity';
import { formatDateTime } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { devicesQuery, signOutDevice, signOutOthers } from '../api/account';
import { deviceText } from '../device-text';

const HANDHELD = /Android|iPhone|iPad/;

export function DevicesCard() {
  const { api } = useServices();
  const client = useQueryClient();
  const query = devicesQuery(api);
  const { data: devices, isError, error, refetch } = useQuery(query);
  // The list is loaded again after an error, too, because the device may already be signed out.
  const signOut = useMutation({
    mutationFn: (id: string | null) => (id ? signOutDevice(api, id) : signOutOthers(api)),
    onSettled: () => client.invalidateQueries(query),
  });

  return (
    <Card as="section" aria-labelledby="devices" className="p-6 sm:p-8">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex-1 basis-64">
          <h2 id="devices" className="text-title heading">
            {t`Devices`}
          </h2>
          <p className="mt-1 text-muted">{t`These devices are signed in to your account. If you don’t recognize one, sign it out and change your password.`}</p>
          <Link to="/account/access" className="mt-1 inline-block font-semibold text-info underline underline-offset-4">
            {t`Someone was in my account`}
          </Link>
        </div>
        {devices?.some((device) => !device.current) && (
          <Button
            tone="secondary"
            busy={signOut.isPending && signOut.variables === null}
            disabled={signOut.isPending}
            onClick={() => signOut.mutate(null)}
          >
            {t`Sign out all other devices`}
          </Button>
        )}
      </div>
      {signOut.isError && (
        <Alert tone="danger" className="mt-5" onDismiss={signOut.reset}>
          {signOut.error.message}
        </Alert>
      )}
      {devices && (
        <ul className="mt-5 divide-y divide-line border-y border-line">
          {devices.map((device) => (
            <Device
              key={device.id}
              device={device}
              isBusy={signOut.isPending && signOut.variables === device.id}
              onSignOut={() => signOut.mutate(device.id)}
            />
          ))}
        </ul>
      )}
      {!devices && isError && (
        <ErrorState title={t`We couldn’t load your devices`} onRetry={connectivity.unlessOffline(() => void refetch())}>
          {error.message}
        </ErrorState>
      )}
      {!devices && !isError && (
        <div role="status" aria-label={t`Loading devices`} className="mt-5 grid gap-4">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      )}
    </Card>
  );
}

interface DeviceProps {
  device: DeviceSession;
  isBusy: boolean;
  onSignOut: () => void;
}

function Device({ device, isBusy, onSignOut }: DeviceProps) {
  const Icon = HANDHELD.test(device.device) ? Smartphone : Laptop;
  const name = deviceText(device.device);
  const time = formatDateTime(device.last_used_at);
  return (
    <li className="flex items-center gap-4 py-3.5">
      <Icon className="size-6 shrink-0 text-accent-text" strokeWidth={1.6} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          <span>{name}</span>
          {device.current && <Badge tone="success">{t`This device`}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>
            <Trans>
              Last used <span className="whitespace-nowrap">{time}</span>
            </Trans>
          </span>
          {device.ip && <span className="break-all">{device.ip}</span>}
        </p>
      </div>
      {!device.current && (
        <Button
          tone="secondary"
          size="sm"
          busy={isBusy}
          aria-label={t`Sign out of ${{ device: name }}`}
          onClick={onSignOut}
        >
          {t`Sign out`}
        </Button>
      )}
    </li>
  );
}
