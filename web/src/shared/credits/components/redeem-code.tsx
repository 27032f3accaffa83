import { t } from '@lingui/core/macro';
import { MAX_TYPED_CODE } from '@luit/contracts/billing/promo-code-limits';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { messageOf } from '../../../lib/api-error';
import { formatCredits, formatDate } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { useIntent } from '../../../lib/use-intent';
import { type Redemption, redeemCode } from '../api/redeem-code';

/** Redeems a promotional code. For signed-in users. */
export function RedeemCode() {
  const { api } = useServices();
  const queryClient = useQueryClient();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<string>();
  const titleId = useId();
  const redeem = useIntent('redeem', (typed: string, key) => redeemCode(api, typed, key), {
    onSuccess: async () => {
      setCode('');
      await queryClient.invalidateQueries({ queryKey: ['credits'] });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = code.trim();
    setMissing(typed ? undefined : t`Enter a code`);
    if (typed) redeem.mutate(typed);
  };
  const change = (typed: string) => {
    setCode(typed);
    setMissing(undefined);
    if (!redeem.isPending) redeem.reset();
  };
  const failure = redeem.isError
    ? messageOf(redeem.error, t`We couldn’t redeem this code. Please try again.`)
    : undefined;
  return (
    <section aria-labelledby={titleId} className="rounded-card border border-line bg-surface p-5 shadow-card sm:p-6">
      <h2 id={titleId} className="text-lg font-semibold">
        {t`Have a code?`}
      </h2>
      <form noValidate onSubmit={submit} className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
        <Input
          label={t`Promotional code`}
          value={code}
          onChange={(event) => change(event.target.value)}
          error={missing ?? failure}
          maxLength={MAX_TYPED_CODE}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button type="submit" tone="secondary" busy={redeem.isPending} className="mt-7">
          {t`Redeem`}
        </Button>
      </form>
      {redeem.data && (
        <Alert tone="success" className="mt-4">
          {textOf(redeem.data)}
        </Alert>
      )}
    </section>
  );
}

function textOf({ granted, code, expiresAt }: Redemption): string {
  const credits = formatCredits(granted);
  return expiresAt
    ? t`${credits} added with ${code}. They expire on ${{ day: formatDate(expiresAt) }}.`
    : t`${credits} added with ${code}.`;
}
