import type { Permission } from '@luit/contracts/auth/operator-permissions';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { endOfDay, formatDay, startOfDay, TIME_ZONE_NAME, todayPlus } from '../lib/format';
import { useCan } from '../lib/operator';
import { useServices } from '../lib/services';
import { ConfirmDialog } from './confirm-dialog';
import { save } from './download-button';
import type { TableState } from './use-table-state';

interface ExportButtonProps {
  /** What the rows are, for example `jobs`; also the name of the file. */
  what: string;
  /** The route of the file. */
  path: string;
  permission: Permission;
  state: TableState;
  /** The filters that the export accepts. */
  filters: readonly string[];
}

const DEFAULT_DAYS = 30;

/** Exports the rows of a period that match the filters of a list. Shown if the role permits it. */
export function ExportButton({ what, path, permission, state, filters }: ExportButtonProps) {
  const { client } = useServices();
  const isPermitted = useCan(permission);
  const [isOpen, setOpen] = useState(false);
  const [from, setFrom] = useState(() => todayPlus(1 - DEFAULT_DAYS));
  const [to, setTo] = useState(() => todayPlus(0));
  if (!isPermitted) return null;
  const isValid = from !== '' && to !== '' && from <= to;
  const used = ['q', ...filters].filter((name) => state.filter(name));

  const download = async () => {
    const query = new URLSearchParams({ from: startOfDay(from), to: endOfDay(to) });
    for (const name of used) query.set(name, state.filter(name));
    save(await client.download(`${path}?${query}`), `${what.replaceAll(' ', '-')}-${from}-${to}.csv`);
  };

  return (
    <>
      <Button
        tone="secondary"
        size="sm"
        icon={<Download className="size-4" aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Export CSV
      </Button>
      {isOpen && (
        <ConfirmDialog
          isOpen
          onClose={() => setOpen(false)}
          title={`Export ${what}`}
          description={
            used.length > 0
              ? `The filters of the list apply. Days and times are in ${TIME_ZONE_NAME}.`
              : `All ${what} from these days. Days and times are in ${TIME_ZONE_NAME}.`
          }
          confirmLabel="Export CSV"
          isDisabled={!isValid}
          onConfirm={download}
        >
          <div className="grid gap-5 sm:grid-cols-2">
            <Input label="First day" type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
            <Input
              label="Last day"
              type="date"
              value={to}
              onChange={(event) => setTo(event.target.value)}
              error={isValid ? undefined : 'Choose a day on or after the first day'}
            />
          </div>
          {isValid && (
            <p className="text-sm text-muted">
              {formatDay(startOfDay(from))} to {formatDay(startOfDay(to))}, inclusive. The audit log records the export.
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
