import type { Approval } from '@luit/contracts/billing/approvals';
import type { PromoCode } from '@luit/contracts/billing/promo-codes';
import { Button } from '@luit/ui/button';
import { Checkbox } from '@luit/ui/checkbox';
import { Input } from '@luit/ui/input';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ConfirmationField } from '../../components/confirmation-field';
import { ReasonField } from '../../components/reason-field';
import { AdminError } from '../../lib/admin-error';
import { formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';
import { waitingText } from '../approvals/approval-words';
import { generateCode } from './generate-code';
import {
  emptyFields,
  faultsOf,
  INPUTS,
  isComplete,
  type PromoCodeFields,
  RESTRICTION,
  toRequest,
  totalOf,
} from './promo-code-form';

export function NewPromoCodeDialog({ onClose }: { onClose: () => void }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [fields, setFields] = useState(emptyFields);
  // The total to type again, if the server considers it large.
  const [confirmation, setConfirmation] = useState({ expected: '', typed: '' });
  const set = (change: Partial<PromoCodeFields>) => {
    setFields((old) => ({ ...old, ...change }));
    setConfirmation({ expected: '', typed: '' });
  };
  const faults = faultsOf(fields);
  const total = totalOf(fields);
  const create = async () => {
    const terms = toRequest(fields);
    const request = { ...terms, confirmation: confirmation.typed.trim() || undefined };
    try {
      const { approval } = await client.send<{ promoCode: PromoCode | null; approval: Approval | null }>(
        'POST',
        '/api/admin/promo-codes',
        request,
        terms,
      );
      toast.success(approval ? waitingText(approval) : `${request.code} created`);
      await cache.invalidateQueries();
    } catch (error) {
      const expected = error instanceof AdminError ? error.details['confirmation'] : undefined;
      if (typeof expected === 'string') setConfirmation({ expected, typed: '' });
      throw error;
    }
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="New promotional code"
      description="The terms cannot be changed later. To correct a mistake, disable the code and create a new one."
      confirmLabel="Create code"
      isDisabled={!isComplete(fields)}
      onConfirm={create}
    >
      <div className="flex items-start gap-2.5">
        <Input
          label="Code"
          hint="4 to 24 letters and digits. Case does not matter."
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={fields.code}
          error={faults.code}
          onChange={(event) => set({ code: event.target.value.toUpperCase() })}
          className="min-w-0 flex-1"
        />
        <Button tone="secondary" className="mt-7" onClick={() => set({ code: generateCode() })}>
          Generate
        </Button>
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {INPUTS.map(({ name, label, hint, isDay, max }) => (
          <Input
            key={name}
            label={label}
            hint={hint}
            {...(isDay ? { type: 'date' } : { inputMode: max ? 'numeric' : 'text', autoComplete: 'off' })}
            value={fields[name]}
            error={faults[name]}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        ))}
      </div>
      <Checkbox
        label={RESTRICTION.label}
        hint={RESTRICTION.hint}
        checked={fields[RESTRICTION.name]}
        onChange={(event) => set({ [RESTRICTION.name]: event.target.checked })}
      />
      <p className="text-sm text-muted">
        <span>Each account can redeem the code once.</span>{' '}
        {total !== null && (
          <span>
            In total, this gives away up to <strong className="text-ink">{formatNumber(total)} credits</strong>.
          </span>
        )}
      </p>
      <ReasonField value={fields.reason} onChange={(reason) => set({ reason })} />
      {confirmation.expected && (
        <ConfirmationField
          expected={confirmation.expected}
          value={confirmation.typed}
          onChange={(typed) => setConfirmation({ ...confirmation, typed })}
        />
      )}
    </ConfirmDialog>
  );
}
