import type { AlertKind } from '@luit/contracts/alerts/alerts';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link';
import { PageHeader } from '../../components/page-header';
import { Section } from '../../components/section';
import { TextLink } from '../../components/text-link';
import { KIND_LABELS } from '../alerts/alert-links';
import { partsOf, RUNBOOKS } from '../alerts/runbooks';

/** What to do about one kind of alert. Needs no request, so it can be read while services are down. */
export default function RunbookPage() {
  const { kind = '' } = useParams();
  const back = <BackLink to="/alerts">Alerts</BackLink>;
  if (!isAlertKind(kind)) {
    return (
      <>
        <PageHeader title="Runbook not found" back={back} />
        <Section title="All runbooks">
          <ul className="divide-y divide-line">
            {(Object.keys(RUNBOOKS) as AlertKind[]).map((each) => (
              <li key={each} className="px-4 py-2.5 text-sm">
                <TextLink to={`/runbooks/${each}`}>{KIND_LABELS[each]}</TextLink>
              </li>
            ))}
          </ul>
        </Section>
      </>
    );
  }
  const { meaning, steps, end } = RUNBOOKS[kind];
  return (
    <>
      <PageHeader title={`Runbook: ${KIND_LABELS[kind]}`} back={back} />
      <div className="grid max-w-3xl gap-4">
        <Section title="What it means">
          <p className="px-4 py-3">{meaning}</p>
        </Section>
        <Section title="What to do">
          <ol className="grid list-decimal gap-2.5 py-3 pr-4 pl-9">
            {steps.map((step) => (
              <li key={step}>
                {partsOf(step).map((part) =>
                  typeof part === 'string' ? (
                    part
                  ) : (
                    <TextLink key={part.to} to={part.to}>
                      {part.label}
                    </TextLink>
                  ),
                )}
              </li>
            ))}
          </ol>
        </Section>
        <Section title="When it closes">
          <p className="px-4 py-3">{end}</p>
        </Section>
      </div>
    </>
  );
}

function isAlertKind(kind: string): kind is AlertKind {
  return Object.hasOwn(RUNBOOKS, kind);
}
