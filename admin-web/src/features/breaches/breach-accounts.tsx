import { type BreachSelectionKind, MAX_BREACH_ACCOUNTS_TEXT } from '@luit/contracts/auth/breach-limits';
import type { BreachDetails, BreachSelection } from '@luit/contracts/auth/breaches';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { Textarea } from '@luit/ui/textarea';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { DownloadButton } from '../../components/download-button';
import { IfPermitted } from '../../components/if-permitted';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { Section } from '../../components/section';
import { TextLink } from '../../components/text-link';
import { errorMessage } from '../../lib/admin-error';
import { formatNumber, fromLocalTime, TIME_ZONE_NAME } from '../../lib/format';
import { useServices } from '../../lib/services';
import { breachPath, useBreachRefresh } from './breaches-query';

const KINDS: Record<BreachSelectionKind, string> = {
  accounts: 'A list of IDs or email addresses',
  sessions: 'Signed in within a time range',
  operator: 'Read by an operator (audit log)',
  all: 'All accounts',
};

/** Who is affected by the breach: counted here, named only in the file. */
export function BreachAccounts({ breach }: { breach: BreachDetails }) {
  const { id, accounts, closedAt, usersNotifiedAt } = breach;
  const { client } = useServices();
  const refresh = useBreachRefresh();
  const [isClearing, setClearing] = useState(false);
  const clear = async (reason: string) => {
    await client.send('POST', `${breachPath(id)}/accounts/clear`, { reason });
    await refresh();
  };
  return (
    <Section title={`Affected accounts: ${formatNumber(accounts)}`}>
      {closedAt === null && (
        <IfPermitted permission="breaches.change">
          <SelectionForm breachId={id} />
        </IfPermitted>
      )}
      {accounts > 0 && (
        <div className="flex flex-wrap gap-2 border-t border-line p-4">
          <IfPermitted permission="breaches.export">
            <DownloadButton path={`${breachPath(id)}/accounts.csv`} name={`breach-${id}.csv`} />
          </IfPermitted>
          {closedAt === null && usersNotifiedAt === null && (
            <IfPermitted permission="breaches.change">
              <Button size="sm" tone="ghost" onClick={() => setClearing(true)}>
                Remove all…
              </Button>
            </IfPermitted>
          )}
        </div>
      )}
      {isClearing && (
        <ReasonedDialog
          onClose={() => setClearing(false)}
          title="Remove all affected accounts?"
          description="The record of earlier selections is kept."
          confirmLabel="Remove all"
          isDangerous
          onConfirm={clear}
        />
      )}
    </Section>
  );
}

function SelectionForm({ breachId }: { breachId: string }) {
  const { client } = useServices();
  const refresh = useBreachRefresh();
  const [fields, setFields] = useState({
    kind: 'accounts' as BreachSelectionKind,
    accounts: '',
    operator: '',
    from: '',
    to: '',
  });
  const { kind, accounts, operator, from, to } = fields;
  const add = useMutation({
    mutationFn: async () => {
      const range = { from: fromLocalTime(from), to: fromLocalTime(to) };
      const body = {
        kind,
        ...(kind === 'accounts' && { accounts }),
        ...(kind === 'operator' && { operator: operator.trim() }),
      };
      const path = `${breachPath(breachId)}/accounts`;
      const input = { ...body, ...(hasRange(kind) && range) };
      const { selection } = await client.send<{ selection: BreachSelection }>('POST', path, input);
      await refresh();
      return selection;
    },
  });
  const set = (change: Partial<typeof fields>) => {
    setFields((old) => ({ ...old, ...change }));
    add.reset();
  };
  const isComplete =
    (kind !== 'accounts' || accounts.trim() !== '') &&
    (kind !== 'operator' || operator.trim() !== '') &&
    (!hasRange(kind) || (from !== '' && to !== '' && from < to));
  return (
    <form
      noValidate
      className="grid gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !add.isPending) add.mutate();
      }}
    >
      <Select
        label="Add accounts"
        value={kind}
        onChange={(event) => set({ kind: event.target.value as BreachSelectionKind })}
      >
        {Object.entries(KINDS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {kind === 'accounts' && (
        <Textarea
          label="IDs or email addresses"
          hint="Separated by spaces, commas or lines"
          maxLength={MAX_BREACH_ACCOUNTS_TEXT}
          value={accounts}
          onChange={(event) => set({ accounts: event.target.value })}
        />
      )}
      {kind === 'operator' && (
        <Input
          label="Email of the operator"
          type="email"
          value={operator}
          onChange={(event) => set({ operator: event.target.value })}
        />
      )}
      {hasRange(kind) && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Input
            label={`From (${TIME_ZONE_NAME})`}
            type="datetime-local"
            value={from}
            onChange={(event) => set({ from: event.target.value })}
          />
          <Input
            label={`Before (${TIME_ZONE_NAME})`}
            type="datetime-local"
            value={to}
            error={from && to && from >= to ? 'The end must be after the start' : undefined}
            onChange={(event) => set({ to: event.target.value })}
          />
        </div>
      )}
      {add.isError && <Alert tone="danger">{errorMessage(add.error)}</Alert>}
      {add.data && <Found selection={add.data} />}
      <div>
        <Button type="submit" size="sm" tone="secondary" busy={add.isPending} disabled={!isComplete}>
          Add accounts
        </Button>
      </div>
    </form>
  );
}

function Found({ selection: { added, unknown, unnamedReads } }: { selection: BreachSelection }) {
  return (
    <div role="status" className="grid gap-1 text-sm">
      <p>{`${formatNumber(added)} added.`}</p>
      {unknown.length > 0 && <p className="wrap-anywhere">{`No account: ${unknown.join(', ')}`}</p>}
      {unnamedReads > 0 && (
        <p>
          {`${formatNumber(unnamedReads)} reads of lists or other pages name no single account. Look at them in the `}
          <TextLink to="/audit-log">audit log</TextLink>, and add those accounts as a list or all.
        </p>
      )}
    </div>
  );
}

function hasRange(kind: BreachSelectionKind): boolean {
  return kind === 'sessions' || kind === 'operator';
}
