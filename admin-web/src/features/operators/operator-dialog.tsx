import type { OperatorRow } from '@luit/contracts/auth/operators';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { useServices } from '../../lib/services';
import { RoleSelect } from './role-select';

type Action = 'sign-out' | 'disable' | 'enable' | 'reset';

const TEXTS: Record<Action, { button: string; title: string; text: string; done: string }> = {
  'sign-out': {
    button: 'Sign out everywhere',
    title: 'Sign this operator out everywhere?',
    text: 'All of their sessions end now. They can sign in again.',
    done: 'Operator signed out',
  },
  disable: {
    button: 'Disable',
    title: 'Disable this operator?',
    text: 'All of their sessions end now, and they cannot sign in until you enable them again.',
    done: 'Operator disabled',
  },
  enable: {
    button: 'Enable',
    title: 'Enable this operator?',
    text: 'They can sign in again.',
    done: 'Operator enabled',
  },
  reset: {
    button: 'Reset second factors',
    title: 'Reset the second factors?',
    text: 'Do this only if you are sure who is asking. Their passkeys, authenticator app and recovery codes are removed, and all of their sessions end. The next time they sign in with their password, they set up a new factor.',
    done: 'Second factors reset',
  },
};

/** Changes the role of an operator, and offers what else owners do. */
export function OperatorDialog({ operator, onClose }: { operator: OperatorRow; onClose: () => void }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [role, setRole] = useState(operator.role);
  const [action, setAction] = useState<Action | null>(null);
  const path = `/api/admin/operators/${operator.id}`;

  const finish = async (text: string) => {
    toast.success(text);
    await cache.invalidateQueries();
  };
  const run = async (chosen: Action) => {
    if (chosen === 'sign-out') await client.send('POST', `${path}/sign-out`);
    else if (chosen === 'reset') await client.send('DELETE', `${path}/second-factors`);
    else await client.send('PATCH', path, { isDisabled: chosen === 'disable' });
    await finish(TEXTS[chosen].done);
  };
  const save = async () => {
    await client.send('PATCH', path, { role });
    await finish('Role changed');
  };

  if (action) {
    const { title, text, button } = TEXTS[action];
    return (
      <ConfirmDialog
        isOpen
        onClose={onClose}
        title={title}
        description={operator.email}
        confirmLabel={button}
        isDangerous={action !== 'enable'}
        onConfirm={() => run(action)}
      >
        <p>{text}</p>
      </ConfirmDialog>
    );
  }
  const offered: Action[] = [
    'sign-out',
    operator.isDisabled ? 'enable' : 'disable',
    ...(operator.hasSecondFactor ? (['reset'] as const) : []),
  ];
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={operator.name}
      description={operator.email}
      confirmLabel="Save role"
      isDisabled={role === operator.role}
      onConfirm={save}
    >
      <RoleSelect value={role} onChange={setRole} />
      <div className="flex flex-wrap gap-2">
        {offered.map((each) => (
          <Button
            key={each}
            size="sm"
            tone={each === 'enable' || each === 'sign-out' ? 'secondary' : 'danger'}
            onClick={() => setAction(each)}
          >
            {TEXTS[each].button}
          </Button>
        ))}
      </div>
    </ConfirmDialog>
  );
}
