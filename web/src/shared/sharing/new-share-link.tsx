import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Select } from '@luit/ui/select';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error';
import { sharingCopy } from './copy';
import { endOf, type Expiry } from './expiry';
import { useShareLinkChanges } from './share-link-query';
import { ShareOptions } from './share-options';

/** Nothing is shown to anyone before the button is pressed. */
export function NewShareLink({ requestId, hasPrompt }: { requestId: string; hasPrompt: boolean }) {
  const { save } = useShareLinkChanges(requestId);
  const [expiry, setExpiry] = useState<Expiry>('month');
  const [visibility, setVisibility] = useState({ showsPrompt: false, isIndexed: false });
  return (
    <div className="grid gap-5">
      {save.error && <Alert tone="danger">{messageOf(save.error, sharingCopy.notSaved)}</Alert>}
      <Select label={t`The link expires`} value={expiry} onChange={(event) => setExpiry(event.target.value as Expiry)}>
        {Object.entries(sharingCopy.expiries).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <ShareOptions
        value={visibility}
        hasPrompt={hasPrompt}
        onChange={(change) => setVisibility({ ...visibility, ...change })}
      />
      <Button
        tone="accent"
        size="lg"
        busy={save.isPending}
        icon={<Link2 className="size-5" aria-hidden />}
        onClick={() => save.mutate({ ...visibility, expiresAt: endOf(expiry) })}
      >
        {t`Create link`}
      </Button>
    </div>
  );
}
