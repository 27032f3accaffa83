import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { buttonClass } from '@luit/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { plansQuery } from '../../../shared/plans/get-plans';
import { presetsQuery } from '../../../shared/plans/get-presets';
import { Detail, Details } from '../../../shared/requests/components/details';
import { linkTo } from '../../../shared/requests/request-link';
import { type CompareRow, compareRows, isDifferent, SIDES } from '../compare-rows';

/** What the results were made with: first what differs, which is what people look for. */
export function CompareSettings({ requests }: { requests: [RequestView, RequestView] }) {
  const { api } = useServices();
  // Ids tell the settings apart until the names are loaded, or if they cannot be loaded.
  const plans = useQuery(plansQuery(api)).data;
  const presets = useQuery(presetsQuery(api)).data?.presets ?? [];
  const models = [...(plans?.models ?? []), ...(plans?.retired ?? [])];
  const rows = compareRows(requests, { models, presets });
  const same = rows.filter((row) => !isDifferent(row));
  return (
    <>
      <section aria-labelledby="differences" className="grid gap-4">
        <h2 id="differences" className="text-title heading">
          {t`What differs`}
        </h2>
        <Differences rows={rows.filter(isDifferent)} requests={requests} />
        <p className="flex flex-wrap gap-3">
          {requests.map((request, index) => (
            <Link key={request.id} to={linkTo(request)} className={buttonClass('secondary')}>
              {t`Open ${{ side: SIDES[index]! }}`}
            </Link>
          ))}
        </p>
      </section>
      {same.length > 0 && (
        <section aria-labelledby="same" className="grid gap-4">
          <h2 id="same" className="text-title heading">
            {t`What is the same`}
          </h2>
          <Details>
            {same.map(({ name, values: [value] }) => (
              <Detail key={name} name={name}>
                <bdi>{value}</bdi>
              </Detail>
            ))}
          </Details>
        </section>
      )}
    </>
  );
}

function Differences({ rows, requests }: { rows: CompareRow[]; requests: RequestView[] }) {
  if (rows.length === 0) return <p className="text-muted">{t`Both were made with the same settings.`}</p>;
  return (
    <table className="w-full table-fixed border-t border-line text-sm">
      <thead className="text-left text-muted">
        <tr>
          <th scope="col" className="w-1/4 py-3 pr-3 font-medium">
            {t`Setting`}
          </th>
          {requests.map(({ id, completedAt, createdAt }, index) => (
            <th key={id} scope="col" className="py-3 pr-3 font-medium">
              {SIDES[index]}
              <span className="block text-label font-normal">{formatDateTime(completedAt ?? createdAt)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, values }) => (
          <tr key={name} className="border-t border-line align-top">
            <th scope="row" className="py-3 pr-3 text-left font-medium text-muted">
              {name}
            </th>
            {values.map((value, index) => (
              <td key={SIDES[index]} className="py-3 pr-3 font-medium break-words">
                <bdi>{value ?? t`None`}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
