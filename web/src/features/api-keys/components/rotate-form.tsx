import { t } from '@lingui/core/macro';
import { ROTATION_OVERLAP_HOURS } from '@luit/contracts/auth/api-key-limits';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Select } from '@luit/ui/select';
import { useState } from 'react';

interface RotateFormProps {
  isBusy: boolean;
  error: string | null;
  onRotate: (overlapHours: number) => void;
  onCancel: () => void;
}

/** How long the current secret stays valid after a new one was issued. */
export function RotateForm({ isBusy, error, onRotate, onCancel }: RotateFormProps) {
  const [hours, setHours] = useState<number>(ROTATION_OVERLAP_HOURS);
  return (
    <div className="grid gap-5">
      {error !== null && <Alert tone="danger">{error}</Alert>}
      <Select
        label={t`The current key works for another`}
        value={hours}
        onChange={({ target }) => setHours(Number(target.value))}
      >
        {[
          { hours: 0, label: t`0 hours: it stops working immediately` },
          { hours: 24, label: t`24 hours` },
          { hours: 7 * 24, label: t`7 days` },
        ].map((overlap) => (
          <option key={overlap.hours} value={overlap.hours}>
            {overlap.label}
          </option>
        ))}
      </Select>
      <div className="flex flex-wrap gap-2">
        <Button busy={isBusy} onClick={() => onRotate(hours)}>
          {t`Replace key`}
        </Button>
        <Button tone="ghost" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
    </div>
  );
}
