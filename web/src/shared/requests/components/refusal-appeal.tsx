import { t } from '@lingui/core/macro';
import { SAFETY_LIMITS } from '@luit/contracts/generation/limits';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Textarea } from '@luit/ui/textarea';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api-error';
import { logFailure } from '../../../lib/log';
import { useServices } from '../../../lib/services';
import { appealRefusal } from '../api/appeal-refusal';

interface AppealState {
  name: 'closed' | 'open' | 'sending' | 'sent';
  failure?: string;
}

/** Lets the owner of a refused prompt, or a guest, say why the refusal is a mistake. Part of the form of the prompt, so it has no form of its own. */
export default function RefusalAppeal({ refusalId }: { refusalId: string }) {
  const { api, session } = useServices();
  const field = useRef<HTMLTextAreaElement>(null);
  const [{ name, failure }, setState] = useState<AppealState>({ name: 'closed' });
  const [text, setText] = useState('');
  useEffect(() => {
    if (name === 'open') field.current?.focus();
  }, [name]);

  const send = async () => {
    setState({ name: 'sending' });
    try {
      await appealRefusal(api, refusalId, text.trim());
      setState({ name: 'sent' });
    } catch (cause) {
      logFailure('Sending an appeal failed', cause);
      setState({ name: 'open', failure: t`We couldn’t send this: ${{ reason: messageOf(cause, '') }}` });
    }
  };

  return (
    <div className="mt-3 grid justify-items-start gap-3">
      {name === 'closed' && (
        <Button size="sm" tone="secondary" onClick={() => setState({ name: 'open' })}>
          {t`This is a mistake`}
        </Button>
      )}
      {(name === 'open' || name === 'sending') && (
        <>
          <Textarea
            ref={field}
            className="w-full"
            label={t`Why is this a mistake?`}
            hint={t`A person on our team reads your prompt and this text.`}
            dir="auto"
            maxLength={SAFETY_LIMITS.appeal}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button size="sm" busy={name === 'sending'} disabled={text.trim() === ''} onClick={send}>
            {t`Send`}
          </Button>
        </>
      )}
      <div aria-live="polite" className="w-full empty:hidden">
        {failure && <Alert tone="danger">{failure}</Alert>}
        {name === 'sent' && (
          <Alert tone="success">
            {session.getState().user
              ? t`Thank you. A person will look at it.`
              : t`Thank you. A person will look at it. If they agree, exactly this text is accepted for 7 days. Please try again later.`}
          </Alert>
        )}
      </div>
    </div>
  );
}
