import { t } from '@lingui/core/macro';
import type { AccountAccess } from '@luit/contracts/auth/lasting-access';
import type { Session } from '@luit/contracts/auth/sessions';
import type { ListedShareLink } from '@luit/contracts/generation/share-links';
import { Checkbox } from '@luit/ui/checkbox';
import { useEffect, useState } from 'react';
import { logFailure } from '../../../lib/log';
import { useServices } from '../../../lib/services';

interface Item {
  id: string;
  label: string;
  hint: string;
}

interface KeptAccessProps {
  resetSession: Session;
  /** The ids of what keeps its access. */
  kept: string[];
  onChange: (kept: string[]) => void;
}

/** What ends with the new password, unless the owner chooses to keep it. */
export function KeptAccess({ resetSession, kept, onChange }: KeptAccessProps) {
  const { api } = useServices();
  /** Null if it could not be loaded. */
  const [items, setItems] = useState<Item[] | null>([]);
  const bearer = resetSession.access_token;
  useEffect(() => {
    api
      .call<AccountAccess & { shareLinks: ListedShareLink[] }>('/api/auth/access', { bearer })
      .then((access) => setItems(itemsOf(access)))
      .catch((cause: unknown) => {
        logFailure('Loading what has access failed', cause);
        setItems(null);
      });
  }, [api, bearer]);
  if (items === null)
    return (
      <p className="text-sm text-muted">{t`Linked sign-ins, passkeys, API keys, webhook endpoints and share links lose their access, too.`}</p>
    );
  if (items.length === 0) return null;
  return (
    <fieldset className="grid gap-4 rounded-control border border-line p-4">
      <legend className="px-1 font-semibold">{t`Keep only what you know`}</legend>
      <p className="text-sm text-muted">
        {t`All of this loses its access with your new password. Select what you made yourself and still need.`}
      </p>
      {items.map(({ id, label, hint }) => (
        <Checkbox
          key={id}
          label={label}
          hint={hint}
          checked={kept.includes(id)}
          onChange={({ target }) => onChange(target.checked ? [...kept, id] : kept.filter((other) => other !== id))}
        />
      ))}
    </fieldset>
  );
}

function itemsOf({
  linkedSignIns,
  passkeys,
  apiKeys,
  webhookEndpoints,
  shareLinks,
}: AccountAccess & { shareLinks: ListedShareLink[] }): Item[] {
  return [
    ...linkedSignIns.map(({ id, provider, email }) => ({
      id,
      label: email ?? provider,
      hint: t`Sign-in with ${provider}`,
    })),
    ...passkeys.map(({ id, name }) => ({ id, label: name, hint: t`Passkey` })),
    ...apiKeys.map(({ id, name, prefix, last4 }) => ({ id, label: name, hint: t`API key ${prefix}…${last4}` })),
    ...webhookEndpoints.map(({ id, url }) => ({ id, label: url, hint: t`Webhook endpoint` })),
    ...shareLinks.map(({ requestId: id, prompt }) => ({ id, label: prompt || t`Restored photo`, hint: t`Share link` })),
  ];
}
