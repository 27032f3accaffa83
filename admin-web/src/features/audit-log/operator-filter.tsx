import { CONTROL_CLASS } from '@luit/ui/field';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useId, useState } from 'react';
import type { TableState } from '../../components/use-table-state';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';

/** Filters by the address of an operator. Suggests all operators to those who may list them, and otherwise the ones on the page. */
export function OperatorFilter({ state, onPage }: { state: TableState; onPage: string[] }) {
  const { client } = useServices();
  const id = useId();
  const chosen = state.filter('operator');
  const [typed, setTyped] = useState<string | null>(null);
  const canList = useCan('operators.read');
  const all = useQuery({
    queryKey: ['operators'],
    queryFn: ({ signal }) => client.get<{ operators: { email: string }[] }>('/api/admin/operators', signal),
    enabled: canList,
  });
  const known = all.data?.operators.map(({ email }) => email) ?? [];
  const suggested = [...new Set([...known, ...onPage])].filter(Boolean).toSorted();
  const choose = (address: string) => {
    setTyped(null);
    if (address.trim() !== chosen) state.set('operator', address.trim());
  };
  return (
    <form
      className="flex min-w-0 items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        choose(typed ?? chosen);
      }}
    >
      <label htmlFor={id} className="text-sm font-medium text-muted">
        Operator
      </label>
      <input
        id={id}
        type="search"
        list={`${id}-known`}
        placeholder="Email address"
        maxLength={254}
        autoComplete="off"
        value={typed ?? chosen}
        onChange={({ target: { value } }) =>
          value === '' || suggested.includes(value) ? choose(value) : setTyped(value)
        }
        onBlur={() => typed !== null && choose(typed)}
        className={clsx(CONTROL_CLASS, 'min-h-9 min-w-0 text-sm sm:w-60')}
      />
      <datalist id={`${id}-known`}>
        {suggested.map((address) => (
          <option key={address} value={address} />
        ))}
      </datalist>
    </form>
  );
}
