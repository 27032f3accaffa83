import { t } from '@lingui/core/macro';
import { objects, type ReferenceObject } from 'virtual:developer-docs';
import { Disclosure } from './disclosure';
import { Code, Prose } from '../../../shared/code/prose';

/** What routes answer with, in English, as the OpenAPI document has it. */
export function ReferenceObjects() {
  return (
    <ul className="grid min-w-0 divide-y divide-line border-y border-line">
      {objects.map((object) => (
        <li key={object.name} className="grid min-w-0 gap-1.5 py-4">
          <h3 lang="en" className="font-mono text-sm font-semibold">
            {object.name}
          </h3>
          {object.description !== '' && (
            <p lang="en" className="text-sm">
              <Prose>{object.description}</Prose>
            </p>
          )}
          <Fields object={object} />
        </li>
      ))}
    </ul>
  );
}

function Fields({ object: { name, fields } }: { object: ReferenceObject }) {
  return (
    <Disclosure label={t`Fields of ${{ object: name }}`} summary={t`Fields`}>
      <dl lang="en" className="mt-1 grid min-w-0 gap-2 border-l-2 border-line pl-4 text-sm">
        {fields.map((field) => (
          <div key={field.name} className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5">
            <dt className="min-w-0 font-mono font-semibold wrap-anywhere">{field.name}</dt>
            <dd className="text-label text-muted">{field.type}</dd>
            {field.values.map((value) => (
              <dd key={value}>
                <Code>{value}</Code>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
