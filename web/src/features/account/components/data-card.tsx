import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { requestExport } from '../api/export';

export function DataCard({ email }: { email: string }) {
  const { api } = useServices();
  const request = useMutation({ mutationFn: () => requestExport(api) });

  return (
    <Card as="section" aria-labelledby="data" className="p-6 sm:p-8">
      <h2 id="data" className="text-title heading">
        {t`Your data`}
      </h2>
      <p className="mt-1 text-muted">{t`Get a copy of your account details, devices, transactions and videos in a single file.`}</p>
      {request.isSuccess && (
        <Alert tone="success" className="mt-5">
          {t`We emailed a link to ${email}. It works once and expires in 1 hour.`}
        </Alert>
      )}
      {request.isError && (
        <Alert tone="danger" className="mt-5" onDismiss={request.reset}>
          {messageOf(request.error, t`We couldn’t request your data. Please try again.`)}
        </Alert>
      )}
      <Button
        tone="secondary"
        className="mt-5"
        busy={request.isPending}
        icon={<Mail className="size-4" aria-hidden />}
        onClick={() => request.mutate()}
      >
        {t`Email me a copy`}
      </Button>
    </Card>
  );
}
