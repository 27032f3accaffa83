import { t } from '@lingui/core/macro';
import type { Session } from '@luit/contracts/auth/sessions';
import type { User } from '@luit/contracts/auth/users';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { ApiError, messageOf } from '../../../lib/api-error';
import { Loading } from '../../../lib/loading';
import { useServices } from '../../../lib/services';
import { savedPrompt } from '../../../shared/drafts/saved-prompt';
import { takeReturnPage } from '../../../shared/sign-in/open-provider';
import { confirmOpenIdLink, finishOpenId, type OpenIdAnswer, type PendingSignIn } from '../api/openid';
import { AuthCard } from '../components/auth-card';
import { LinkConfirmation } from '../components/link-confirmation';
import { ProviderSignUpForm } from '../components/provider-sign-up-form';
import { SignedInRedirect } from '../components/signed-in-redirect';
import { authMessages } from '../copy';
import { providerMessage } from '../error-texts';

/** `mailed`: the page was opened by the link in a mail. */
type Step =
  | { kind: 'working' }
  | { kind: 'mailed'; token: string; needsPassword: boolean; error?: string }
  | { kind: 'pending'; pending: PendingSignIn }
  | { kind: 'signed-in'; user: User }
  | { kind: 'done' }
  | { kind: 'failed'; message: string };

/** The page to which the OpenID provider returns, and the target of mailed links that confirm a sign-in there. */
export default function CallbackPage() {
  const { api, session } = useServices();
  const [params, setParams] = useSearchParams();
  const [returnPage, setReturnPage] = useState<string | null>(null);
  const [step, setStep] = useState<Step>(() => firstStep(params));
  /** A state is used up by its first request. */
  const hasFinished = useRef(false);

  const establish = async (opened: Session) => {
    await session.establish(opened);
    setStep({ kind: 'signed-in', user: opened.user });
  };
  const answered = async (answer: OpenIdAnswer) => {
    if (answer.next === 'signed_in') return establish(answer.session);
    if (answer.next === 'linked' || answer.next === 'confirmed') return setStep({ kind: 'done' });
    setStep({ kind: 'pending', pending: answer });
  };
  const finish = async () => {
    setReturnPage(takeReturnPage());
    // The code must not stay in the address and the history.
    setParams({}, { replace: true });
    try {
      // What was begun with a session is finished with it.
      await session.restore();
      await answered(await finishOpenId(api, params));
    } catch (cause) {
      setStep({ kind: 'failed', message: providerMessage(cause) });
    }
  };
  const linkByMail = async (token: string) => {
    try {
      await establish(await confirmOpenIdLink(api, token));
    } catch (cause) {
      const needsPassword = cause instanceof ApiError && cause.code === 'password_required';
      setStep({ kind: 'mailed', token, needsPassword, error: messageOf(cause, authMessages.confirmFailed) });
    }
  };

  useEffect(() => {
    if (step.kind !== 'working' || hasFinished.current) return;
    hasFinished.current = true;
    void finish();
  });

  switch (step.kind) {
    case 'working':
      return <Loading />;
    case 'signed-in':
      return (
        <SignedInRedirect user={step.user} to={returnPage ?? (savedPrompt() ? '/image-to-video' : '/dashboard')} />
      );
    case 'done':
      return <Navigate replace to={returnPage ?? '/dashboard'} />;
    case 'failed':
      return (
        <AuthCard title={t`Sign in`} lead={t`That didn’t work.`}>
          <Alert tone="danger">{step.message}</Alert>
        </AuthCard>
      );
    case 'mailed':
      return (
        <AuthCard
          title={t`Link your sign-in`}
          lead={t`From then on, that account can sign in to your Luit account. Continue only if you have just begun this yourself.`}
        >
          {step.error && <Alert tone={step.needsPassword ? 'info' : 'danger'}>{step.error}</Alert>}
          {step.needsPassword ? (
            <LinkConfirmation token={step.token} onLinked={establish} />
          ) : (
            <Button size="lg" onClick={() => linkByMail(step.token)}>
              {t`Link to my Luit account`}
            </Button>
          )}
        </AuthCard>
      );
    case 'pending':
      return step.pending.next === 'sign_up' ? (
        <AuthCard
          title={t`Create your account`}
          lead={t`Creating an account is free. You pay only when you buy credits.`}
        >
          <ProviderSignUpForm pending={step.pending} onSignedUp={establish} />
        </AuthCard>
      ) : (
        <AuthCard
          title={t`Link your sign-in`}
          lead={t`There is a Luit account with ${{ email: step.pending.email }}. Show once that it is yours, then sign in without a password.`}
        >
          <LinkConfirmation token={step.pending.token} email={step.pending.email} onLinked={establish} />
        </AuthCard>
      );
  }
}

function firstStep(params: URLSearchParams): Step {
  const token = params.get('token');
  if (token) return { kind: 'mailed', token, needsPassword: false };
  if (params.has('state') && params.has('code')) return { kind: 'working' };
  const isCanceled = params.get('error') === 'access_denied';
  const message = isCanceled
    ? t`You canceled the sign-in. Nothing was changed.`
    : t`The sign-in was not completed. Please start again.`;
  return { kind: 'failed', message };
}
