import { OPERATOR_ROLES, type OperatorRole } from '@luit/contracts/auth/operator-permissions';
import { Select } from '@luit/ui/select';
import { ROLE_LABELS } from '../../lib/operator';

const HINTS: Record<OperatorRole, string> = {
  owner: 'Everything, including operators.',
  operations: 'Jobs, queues, dead letters and alerts; can return the credits of jobs.',
  support: 'Customers: credits, blocks, deletions, messages and jobs.',
  finance: 'Payments, refunds, credits, prices, settings and reports.',
  read_only: 'Can view pages but change nothing.',
};

interface RoleSelectProps {
  value: OperatorRole;
  onChange: (role: OperatorRole) => void;
}

export function RoleSelect({ value, onChange }: RoleSelectProps) {
  return (
    <Select
      label="Role"
      hint={HINTS[value]}
      value={value}
      onChange={(event) => onChange(event.target.value as OperatorRole)}
    >
      {OPERATOR_ROLES.map((role) => (
        <option key={role} value={role}>
          {ROLE_LABELS[role]}
        </option>
      ))}
    </Select>
  );
}
