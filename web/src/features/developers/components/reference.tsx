import { t } from '@lingui/core/macro';
import { type Field, type ReferenceRoute, routes } from 'virtual:developer-docs';
import { Disclosure } from './disclosure';
import { Code, Prose } from '../../../shared/code/prose';

/** Every route of the public API with its parameters, in English, as its OpenAPI document has them. */
export function Reference() {
  return (
    <ul className="grid min-w-0 divide-y divide-line border-y border-line">
      {routes.map((route) => (
        <li key={`${route.method} ${route.path}`} className="grid min-w-0 gap-1.5 py-4">
          <Route route={route} />
        </li>
      ))}
    </ul>
  );
}

function Route({ route: { method, path, summary, scope, parameters, fields, answer } }: { route: ReferenceRoute }) {
  const rows = [
    ...parameters.map(({ place, ...field }) => ({ ...field, place: place as string })),
    ...fields.map((field) => ({ ...field, place: 'body' })),
  ];
  return (
    <>
      <h3 lang="en" className="font-mono text-sm font-semibold wrap-anywhere">
        <span className="mr-2 text-accent-text">{method}</span>
        {path}
      </h3>
      <p lang="en" className="text-sm">
        {summary}
      </p>
      <p className="text-label text-muted">
        <Prose>{`${t({ message: `Needs the scope \`${scope}\`.` })} ${t({ message: `Returns \`${answer}\`.` })}`}</Prose>
      </p>
      {rows.length > 0 && (
        <Disclosure label={t`Parameters of ${{ route: `${method} ${path}` }}`} summary={t`Parameters`}>
          <dl lang="en" className="mt-1 grid min-w-0 gap-3 border-l-2 border-line pl-4 text-sm">
            {rows.map(({ place, ...field }) => (
              <div key={`${place} ${field.name}`} className="min-w-0">
                <dt className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-mono font-semibold wrap-anywhere">{field.name}</span>
                  <span className="text-label text-muted">
                    {[place, field.type, field.isRequired ? 'required' : 'optional'].filter(Boolean).join(' · ')}
                  </span>
                </dt>
                <FieldText field={field} />
              </div>
            ))}
          </dl>
        </Disclosure>
      )}
    </>
  );
}

function FieldText({ field: { description, values, preset } }: { field: Field }) {
  if (description === '' && values.length === 0 && preset === null) return null;
  return (
    <dd>
      {description !== '' && (
        <p>
          <Prose>{description}</Prose>
        </p>
      )}
      {values.length > 0 && (
        <p className="flex flex-wrap gap-1">
          {values.map((value) => (
            <Code key={value}>{value}</Code>
          ))}
        </p>
      )}
      {preset !== null && (
        <p>
          {'default '}
          <Code>{preset}</Code>
        </p>
      )}
    </dd>
  );
}
