import { Input } from '@luit/ui/input';

interface ConfirmationFieldProps {
  /** What has to be typed. */
  expected: string;
  value: string;
  onChange: (text: string) => void;
  /** For a field that appears after the form was sent. */
  autoFocus?: boolean;
}

/** Asks the operator to type a large amount once more. */
export function ConfirmationField({ expected, value, onChange, autoFocus }: ConfirmationFieldProps) {
  return (
    <Input
      label={`Type ${expected} to confirm`}
      hint="This is a large amount."
      inputMode="decimal"
      autoComplete="off"
      required
      autoFocus={autoFocus}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="text-left"
    />
  );
}
