import { Button } from '@luit/ui/button';
import { MailCheck } from 'lucide-react';
import { authCopy } from '../copy';
import { ResendEmail } from './resend-email';

export function CheckEmail({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <div className="grid gap-6">
      <div aria-hidden className="grid size-14 place-items-center rounded-full bg-accent-wash text-accent-text">
        <MailCheck className="size-7" />
      </div>
      <div className="grid gap-3">
        <h1 className="text-page heading">{authCopy.checkTitle}</h1>
        <p>
          {authCopy.checkLead} <strong className="font-semibold">{email}</strong>.
        </p>
        <p className="text-muted">{authCopy.checkSpam}</p>
      </div>
      <ResendEmail email={email} />
      <Button tone="ghost" onClick={onBack}>
        {authCopy.backToSignIn}
      </Button>
    </div>
  );
}
