import type { OperatorIdentity } from '@luit/contracts/auth/operators';
import { Button } from '@luit/ui/button';
import { ErrorState } from '@luit/ui/error-state';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { TableSkeleton } from '../../components/table-skeleton';
import { errorMessage } from '../../lib/admin-error';
import { identityQuery, OperatorProvider } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { CenteredCard } from './centered-card';
import { FactorSetUp } from './factor-set-up';
import { SecondFactorForm } from './second-factor-form';

/** Shows its children once the sign-in is complete, and before that what is missing. */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const identity = identityQuery(client);
  const { data: operator, error, refetch } = useQuery(identity);

  useEffect(() => client.onSecondFactorRequired(() => void cache.invalidateQueries({ queryKey: ['identity'] })));

  if (!operator && error)
    return (
      <main className="grid min-h-dvh place-items-center">
        <ErrorState title={errorMessage(error)} onRetry={() => refetch()} />
      </main>
    );
  if (!operator) return <TableSkeleton label="Checking your session" />;
  const complete = (changed: OperatorIdentity) => cache.setQueryData(identity.queryKey, changed);
  if (operator.secondFactor === 'to_verify') {
    return (
      <CenteredCard title="Confirm your sign-in">
        <SecondFactorForm methods={operator.methods} onVerified={complete}>
          <SignOut />
        </SecondFactorForm>
      </CenteredCard>
    );
  }
  if (operator.secondFactor === 'to_set_up') {
    return (
      <CenteredCard title="Set up a second factor">
        <p className="text-muted">
          Your role can move money, so signing in needs a second factor besides your password.
        </p>
        <FactorSetUp isPasskeyPossible={operator.methods.isPasskeyPossible} onDone={() => void refetch()} />
        <SignOut />
      </CenteredCard>
    );
  }
  return <OperatorProvider operator={operator}>{children}</OperatorProvider>;
}

function SignOut() {
  const { client } = useServices();
  const signOut = useMutation({ mutationFn: () => client.logout() });
  return (
    <Button tone="ghost" size="sm" busy={signOut.isPending} onClick={() => signOut.mutate()}>
      Sign out
    </Button>
  );
}
