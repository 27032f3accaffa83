import { t } from '@lingui/core/macro';
import type { Passkey } from '@luit/contracts/auth/passkeys';
import { Button } from '@luit/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useServices } from '../../../lib/services';
import { datesOf } from '../access-groups';
import { accessQuery } from '../../../shared/sign-in/access';
import { renamePasskey } from '../api/sign-in-methods';
import { Method } from './method';
import { PasskeyNameForm } from './passkey-name-form';

/** A passkey, which its owner can rename. */
export function PasskeyRow({ passkey, children }: { passkey: Passkey; children: ReactNode }) {
  const { api } = useServices();
  const client = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const { id, name } = passkey;
  if (isEditing)
    return (
      <li className="py-3.5">
        <PasskeyNameForm
          initialName={name}
          submitLabel={t`Save`}
          onCancel={() => setEditing(false)}
          onSubmit={async (next) => {
            await renamePasskey(api, id, next);
            await client.invalidateQueries(accessQuery(api));
            setEditing(false);
          }}
        />
      </li>
    );
  return (
    <Method Icon={Fingerprint} name={name} details={datesOf(passkey)}>
      <Button tone="secondary" size="sm" aria-label={t`Rename ${{ passkey: name }}`} onClick={() => setEditing(true)}>
        {t`Rename`}
      </Button>
      <div className="contents">{children}</div>
    </Method>
  );
}
