import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { requestExport } from '../api/export';
import { accountCopy } from '../copy';

export function DataCard({ email }: { email: string }) {
  const { api } = useServices();
  const request = useMutation({ mutationFn: () => requestExport(api) });

  return (
    <Card as="section" aria-labelledby="data" className="p-6 sm:p-8">
      <h2 id="data" className="text-title heading">
        {accountCopy.data}
      </h2>
      <p className="mt-1 text-muted">{accountCopy.dataLead}</p>
      {request.isSuccess && (
        <Alert tone="success" className="mt-5">
          {accountCopy.dataSent(email)}
        </Alert>
      )}
      {request.isError && (
        <Alert tone="danger" className="mt-5" onDismiss={request.reset}>
          {messageOf(request.error, accountCopy.dataFailed)}
        </Alert>
      )}
      <Button
        tone="secondary"
        className="mt-5"
        busy={request.isPending}
        icon={<Mail className="size-4" aria-hidden />}
        onClick={() => request.mutate()}
      >
        {accountCopy.dataRequest}
      </Button>
    </Card>
  );
}
