import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button, buttonClass } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint, Link2, LockKeyhole, Mail } from 'lucide-react';
import { Link } from 'react-router-dom';
import { connectivity } from '../../../lib/connectivity';
import { messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { openProvider } from '../../../shared/sign-in/open-provider';
import { type SignInMethods, useSignInMethods } from '../../../shared/sign-in/sign-in-methods';
import { type Access, accessQuery, type AccessKind, endAccess } from '../../../shared/sign-in/access';
import { mailPasswordLink } from '../api/sign-in-methods';
import { datesOf } from '../access-groups';
import { Method } from './method';
import { NewPasskey } from './new-passkey';
import { PasskeyRow } from './passkey-row';

/** The ways to sign in to this account. The last one can be removed, because a mailed link always sets a new password. */
export function SignInCard({ email }: { email: string }) {
  const { api } = useServices();
  const { data: access, isError, error, refetch } = useQuery(accessQuery(api));
  const methods = useSignInMethods();
  return (
    <Card as="section" aria-labelledby="sign-in" className="p-6 sm:p-8">
      <h2 id="sign-in" className="text-title heading">
        {t`Ways to sign in`}
      </h2>
      <p className="mt-1 text-muted">{t`If you lose all of them, “Forgot password?” on the sign-in page emails a link to ${email}.`}</p>
      {access && methods.isKnown && <Methods access={access} methods={methods} email={email} />}
      {!access && isError && (
        <ErrorState
          title={t`We couldn’t load your ways to sign in`}
          onRetry={connectivity.unlessOffline(() => void refetch())}
        >
          {error.message}
        </ErrorState>
      )}
      {!(access && methods.isKnown) && !isError && (
        <div role="status" aria-label={t`Loading ways to sign in`} className="mt-5 grid gap-5">
          <Skeleton className="h-38" />
          <Skeleton className="h-11" />
        </div>
      )}
    </Card>
  );
}

interface MethodsProps {
  access: Access;
  methods: SignInMethods;
  email: string;
}

function Methods({ access, methods: { provider, passkeys }, email }: MethodsProps) {
  const { api } = useServices();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: ({ kind, id }: { kind: AccessKind; id: string }) => endAccess(api, kind, id),
    onSettled: () => client.invalidateQueries(accessQuery(api)),
  });
  const link = useMutation({ mutationFn: () => openProvider(api, 'link', '/settings/sign-in') });
  const mail = useMutation({ mutationFn: () => mailPasswordLink(api, email) });
  const failed = [end, link, mail].find(({ isError }) => isError);
  const isUnlinked = !access.linkedSignIns.some((linked) => linked.provider === provider);
  const endButton = (kind: AccessKind, id: string, label: string, text: string) => (
    <Button
      tone="secondary"
      size="sm"
      aria-label={label}
      busy={end.isPending && end.variables.id === id}
      onClick={() => end.mutate({ kind, id })}
    >
      {text}
    </Button>
  );
  return (
    <>
      {failed && (
        <Alert tone="danger" className="mt-5" onDismiss={failed.reset}>
          {messageOf(failed.error, t`That didn’t work. Please try again.`)}
        </Alert>
      )}
      {mail.isSuccess && (
        <Alert tone="success" className="mt-5">
          {t`We emailed a link to ${email}. It works once and expires in 1 hour.`}
        </Alert>
      )}
      <ul className="mt-5 divide-y divide-line border-y border-line">
        <Method Icon={LockKeyhole} name={t`Password`} details={access.hasPassword ? t`Set` : t`Not set`}>
          {access.hasPassword ? (
            <Link to="/reset-password" className={buttonClass('secondary', 'sm')}>
              {t`Change password`}
            </Link>
          ) : (
            <Button
              tone="secondary"
              size="sm"
              busy={mail.isPending}
              icon={<Mail className="size-4" aria-hidden />}
              onClick={() => mail.mutate()}
            >
              {t`Email me a link to set one`}
            </Button>
          )}
        </Method>
        {access.linkedSignIns.map(({ id, provider: name, email: address, ...dates }) => (
          <Method key={id} Icon={Link2} name={name} details={[address, datesOf(dates)].filter(Boolean).join(' · ')}>
            {endButton('linkedSignIn', id, t`Unlink ${name}`, t`Unlink`)}
          </Method>
        ))}
        {provider && isUnlinked && (
          <Method Icon={Link2} name={provider} details={t`Not linked`}>
            <Button
              tone="secondary"
              size="sm"
              aria-label={t`Link account: ${provider}`}
              busy={link.isPending}
              onClick={() => link.mutate()}
            >
              {t`Link account`}
            </Button>
          </Method>
        )}
        {access.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey}>
            {endButton('passkey', passkey.id, t`Remove ${{ passkey: passkey.name }}`, t`Remove`)}
          </PasskeyRow>
        ))}
        {passkeys && access.passkeys.length === 0 && (
          <Method
            Icon={Fingerprint}
            name={t`Passkeys`}
            details={t`None. A passkey signs you in with your fingerprint, face or PIN.`}
          />
        )}
      </ul>
      {passkeys && <NewPasskey />}
    </>
  );
}
