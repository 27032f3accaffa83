import { Input } from '@luit/ui/input';
import { isAmount } from './amount';

interface FieldProps {
  value: string;
  onChange: (text: string) => void;
}

/** A price or rate with up to six decimals. */
export function AmountField({ label, value, onChange }: FieldProps & { label: string }) {
  return (
    <Input
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      error={value && !isAmount(value) ? 'Enter a number with at most six decimals' : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** A currency by its three letters. */
export function CurrencyField({ value, onChange, error }: FieldProps & { error?: string }) {
  return (
    <Input
      label="Currency"
      maxLength={3}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value.toUpperCase())}
    />
  );
}

/** The first day that a price or rate applies to. */
export function ValidFromField({ value, onChange }: FieldProps) {
  return (
    <Input label="Valid from (IST)" type="date" value={value} onChange={(event) => onChange(event.target.value)} />
  );
}

export function isCurrency(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}
