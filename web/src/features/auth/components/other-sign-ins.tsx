import { t } from '@lingui/core/macro';
import { clsx } from 'clsx';
import { PasskeyButton } from '../../../shared/sign-in/passkey-button';
import { signInWithPasskey } from '../../../shared/sign-in/passkeys';
import { ProviderButton } from '../../../shared/sign-in/provider-button';
import { useSignInMethods } from '../../../shared/sign-in/sign-in-methods';
import { useServices } from '../../../lib/services';

interface OtherSignInsProps {
  /** A passkey belongs to an account that exists. */
  hasPasskey: boolean;
  returnTo: string;
}

/** The ways to sign in without a password, below the form. */
export function OtherSignIns({ hasPasskey, returnTo }: OtherSignInsProps) {
  const services = useServices();
  const { provider, passkeys, isKnown } = useSignInMethods();
  // Most installations offer it, so its place is reserved until that is known.
  const isPasskeyOffered = hasPasskey && (isKnown ? passkeys : 'PublicKeyCredential' in window);
  if (!provider && !isPasskeyOffered) return null;
  const onError = (message: string, cause: unknown) => services.session.setError(message, cause);
  return (
    <div className={clsx('grid gap-3', !isKnown && 'invisible')}>
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t`or`}
      </p>
      {provider && <ProviderButton provider={provider} intent="sign-in" returnTo={returnTo} onError={onError} />}
      {isPasskeyOffered && <PasskeyButton onUse={() => signInWithPasskey(services)} onError={onError} />}
    </div>
  );
}
