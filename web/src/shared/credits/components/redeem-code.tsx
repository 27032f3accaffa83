import { MAX_TYPED_CODE } from '@luit/contracts/billing/promo-code-limits';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { messageOf } from '../../../lib/api-error';
import { formatCredits, formatDate } from '../../../lib/format';
import { IdempotentCall } from '../../../lib/idempotent-call';
import { useServices } from '../../../lib/services';
import { type Redemption, redeemCode } from '../api/redeem-code';
import { redeemCopy } from '../copy';

/** Redeems a promotional code. For signed-in users. */
export function RedeemCode() {
  const { api } = useServices();
  const queryClient = useQueryClient();
  const [idempotentCall] = useState(() => new IdempotentCall());
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<string>();
  const titleId = useId();
  const redeem = useMutation({
    mutationFn: (typed: string) => idempotentCall.run(typed, (key) => redeemCode(api, typed, key)),
    onSuccess: async () => {
      setCode('');
      await queryClient.invalidateQueries({ queryKey: ['credits'] });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = code.trim();
    setMissing(typed ? undefined : redeemCopy.missing);
    if (typed) redeem.mutate(typed);
  };
  const change = (typed: string) => {
    setCode(typed);
    setMissing(undefined);
    if (!redeem.isPending) redeem.reset();
  };
  const failure = redeem.isError ? messageOf(redeem.error, redeemCopy.failed) : undefined;
  return (
    <section aria-labelledby={titleId} className="rounded-card border border-line bg-surface p-5 shadow-card sm:p-6">
      <h2 id={titleId} className="text-lg font-semibold">
        {redeemCopy.title}
      </h2>
      <form noValidate onSubmit={submit} className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
        <Input
          label={redeemCopy.label}
          value={code}
          onChange={(event) => change(event.target.value)}
          error={missing ?? failure}
          maxLength={MAX_TYPED_CODE}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button type="submit" tone="secondary" busy={redeem.isPending} className="mt-7">
          {redeemCopy.redeem}
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
  return expiresAt ? redeemCopy.addedUntil(credits, code, formatDate(expiresAt)) : redeemCopy.added(credits, code);
}
