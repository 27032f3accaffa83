import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@luit/ui/button';
import { MailCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ResendEmail } from './resend-email';

export function CheckEmail({ email, onBack }: { email: string; onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // This text replaces a form that is longer than a phone's screen, so it would begin above the visible part of the page.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <div className="grid gap-6">
      <div aria-hidden className="grid size-14 place-items-center rounded-full bg-accent-wash text-accent-text">
        <MailCheck className="size-7" />
      </div>
      <div className="grid gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-page heading outline-none">
          {t`Check Your Email`}
        </h1>
        <p>
          <Trans>
            We sent a confirmation link to <strong className="font-semibold">{email}</strong>.
          </Trans>
        </p>
        <p className="text-muted">{t`Didn’t get it? Check your spam folder or resend the email.`}</p>
      </div>
      <ResendEmail email={email} />
      <Button tone="ghost" onClick={onBack}>
        {t`Back to sign in`}
      </Button>
    </div>
  );
}
