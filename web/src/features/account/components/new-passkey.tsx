import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useServices } from '../../../lib/services';
import { addPasskey } from '../../../shared/sign-in/passkeys';
import { accessQuery } from '../../../shared/sign-in/access';
import { PasskeyNameForm } from './passkey-name-form';

/** Names a passkey and has the browser create it. */
export function NewPasskey() {
  const { api } = useServices();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <Button
        tone="secondary"
        className="mt-5"
        icon={<Fingerprint className="size-4" aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t`Add a passkey`}
      </Button>
    );
  return (
    <div className="mt-5">
      <PasskeyNameForm
        initialName=""
        submitLabel={t`Create passkey`}
        onCancel={() => setOpen(false)}
        onSubmit={async (name) => {
          await addPasskey(api, name);
          await client.invalidateQueries(accessQuery(api));
          setOpen(false);
        }}
      />
    </div>
  );
}
