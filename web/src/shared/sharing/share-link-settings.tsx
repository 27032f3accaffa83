import { t } from '@lingui/core/macro';
import type { ShareSettings } from '@luit/contracts/generation/share-links';
import type { ShareLinkView } from '@luit/contracts/http/share-links';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { useClipboard } from '@luit/ui/use-clipboard';
import { Check, Copy, Send } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error';
import { formatDate } from '../../lib/format';
import { logFailure } from '../../lib/log';
import { sharingCopy } from './copy';
import { endOf, type Expiry } from './expiry';
import { useShareLinkChanges } from './share-link-query';
import { ShareOptions } from './share-options';

interface ShareLinkSettingsProps {
  requestId: string;
  hasPrompt: boolean;
  link: ShareLinkView;
}

/** An existing link. Each change is saved as it is made, and shown before the server has confirmed it. */
export function ShareLinkSettings({ requestId, hasPrompt, link }: ShareLinkSettingsProps) {
  const { save, revoke } = useShareLinkChanges(requestId);
  // The mutation's own variables come a moment later, and a controlled checkbox would jump back meanwhile.
  const [draft, setDraft] = useState<ShareSettings | null>(null);
  const { showsPrompt, isIndexed, expiresAt } = draft ?? link;
  const change = (changed: Partial<ShareSettings>) => {
    const settings = { showsPrompt, isIndexed, expiresAt, ...changed };
    setDraft(settings);
    save.mutate(settings, { onError: () => setDraft(null) });
  };
  const error = save.error ?? revoke.error;
  return (
    <div className="grid gap-5">
      {error && <Alert tone="danger">{messageOf(error, sharingCopy.notSaved)}</Alert>}
      <LinkField url={link.url} />
      <Select
        label={t`The link expires`}
        value="current"
        onChange={(event) => change({ expiresAt: endOf(event.target.value as Expiry) })}
      >
        <option value="current">
          {expiresAt === null ? sharingCopy.expiries.never : t`On ${{ date: formatDate(expiresAt) }}`}
        </option>
        {Object.entries(sharingCopy.expiries).map(
          ([value, label]) =>
            !(value === 'never' && expiresAt === null) && (
              <option key={value} value={value}>
                {label}
              </option>
            ),
        )}
      </Select>
      <ShareOptions value={{ showsPrompt, isIndexed }} hasPrompt={hasPrompt} onChange={change} />
      <div className="grid gap-2 border-t border-line pt-5">
        <p className="text-sm text-muted">{t`If you stop, the link no longer works. Sharing again creates a different one.`}</p>
        <Button tone="danger" className="justify-self-start" busy={revoke.isPending} onClick={() => revoke.mutate()}>
          {t`Stop sharing`}
        </Button>
      </div>
    </div>
  );
}

function LinkField({ url }: { url: string }) {
  const { outcome, copy } = useClipboard(url, (cause) => logFailure('Copying a share link failed', cause));
  const send = () =>
    navigator.share({ url }).catch((cause: unknown) => {
      // The visitor closed the sheet.
      if ((cause as Error).name !== 'AbortError') logFailure('Sending a share link failed', cause);
    });
  const isCopied = outcome === 'copied';
  const CopyIcon = isCopied ? Check : Copy;
  return (
    <div className="grid gap-3">
      <Input label={t`Link`} value={url} readOnly onFocus={(event) => event.target.select()} />
      <div role="status">
        {outcome === 'failed' && (
          <Alert tone="info">{t`We couldn’t copy the link. Select it and copy it yourself.`}</Alert>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          tone="accent"
          className="grow"
          icon={<CopyIcon className="size-4" aria-hidden />}
          onClick={() => void copy()}
        >
          {isCopied ? t`Copied` : t`Copy link`}
        </Button>
        {'share' in navigator && (
          <Button tone="secondary" icon={<Send className="size-4" aria-hidden />} onClick={() => void send()}>
            {t`Send`}
          </Button>
        )}
      </div>
    </div>
  );
}
