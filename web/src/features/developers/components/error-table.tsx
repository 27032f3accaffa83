import { t } from '@lingui/core/macro';
import { remedies } from '../copy';
import { Code, Prose } from '../../../shared/code/prose';

/** The errors that a program may meet, each with what to do about it. On phones, the status stands above the code. */
export function ErrorTable() {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t`Error codes`}</caption>
      <thead className="text-left text-label text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="py-2 pr-4 font-semibold">
            {t({ message: 'Code', context: 'of an error' })}
          </th>
          <th scope="col" className="py-2 font-semibold">
            {t`What to do`}
          </th>
        </tr>
      </thead>
      <tbody>
        {remedies().map(({ status, code, remedy }) => (
          <tr key={code} className="border-b border-line align-top">
            <th scope="row" className="py-2.5 pr-4 text-left font-normal sm:whitespace-nowrap">
              <span className="mr-2 font-semibold tabular-nums max-sm:block">{status}</span>
              <Code>{code}</Code>
            </th>
            <td className="py-2.5">
              <Prose>{remedy}</Prose>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
