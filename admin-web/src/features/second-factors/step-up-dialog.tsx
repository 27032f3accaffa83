import { Button } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { useSyncExternalStore } from 'react';
import { useOperator } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { SecondFactorForm } from './second-factor-form';

/** Asks for the second factor when the server wants a fresh one. The client then repeats the request. */
export function StepUpDialog() {
  const { stepUp } = useServices().client;
  const operator = useOperator();
  const isOpen = useSyncExternalStore(stepUp.subscribe, stepUp.isPending);
  if (!operator) return null;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => stepUp.finish(false)}
      title="Confirm that it’s you"
      description="This action needs your second factor. Once confirmed, you won’t be asked again for five minutes."
    >
      <SecondFactorForm methods={operator.methods} onVerified={() => stepUp.finish(true)}>
        <Button tone="secondary" onClick={() => stepUp.finish(false)}>
          Cancel
        </Button>
      </SecondFactorForm>
    </Dialog>
  );
}
