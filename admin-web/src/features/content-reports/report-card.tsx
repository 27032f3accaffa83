import type { ContentReport, ReportDecision } from '@luit/contracts/auth/content-reports';
import { TAKEDOWN_KIND_NAMES } from '@luit/contracts/auth/takedown-kinds';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { useState } from 'react';
import { IfPermitted } from '../../components/if-permitted';
import { TextLink } from '../../components/text-link';
import { useNow } from '../../components/use-now';
import { formatTime, sentenceCase } from '../../lib/format';
import { DecisionDialog } from './decision-dialog';
import { timeLeft } from './time-left';

/** One report: how long it may still wait, what it says, what happened, and the decisions. */
export function ReportCard({ report }: { report: ContentReport }) {
  const { number, kind, state, target, requestId, text, email, events } = report;
  const [decision, setDecision] = useState<ReportDecision | null>(null);
  return (
    <Card as="section" aria-label={`Report ${number}`} className="grid min-w-0 gap-3 p-5 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        {state === 'open' ? <Timer report={report} /> : <Badge tone="success">{sentenceCase(state)}</Badge>}
        <span className="font-semibold">{TAKEDOWN_KIND_NAMES[kind]}</span>
        <code className="select-all">{number}</code>
      </p>
      <p className="break-all">{target}</p>
      {requestId && <TextLink to={`/jobs/${requestId}`}>Open the job</TextLink>}
      <p className="max-w-prose wrap-anywhere whitespace-pre-wrap" dir="auto">
        {text}
      </p>
      {email && <p className="text-muted">{email}</p>}
      <ul className="text-muted">
        {events.map(({ at, what, by, text: said }) => (
          <li key={at + what}>{`${formatTime(at)}: ${sentenceCase(what)}${by ? ` by ${by}: ${said}` : ''}`}</li>
        ))}
      </ul>
      {state === 'open' && (
        <IfPermitted permission="content_reports.decide">
          <div className="flex flex-wrap gap-2">
            <Button size="sm" tone="danger" onClick={() => setDecision('taken_down')}>
              Take down…
            </Button>
            <Button size="sm" tone="secondary" onClick={() => setDecision('rejected')}>
              Reject…
            </Button>
            <Button size="sm" tone="secondary" onClick={() => setDecision('answered')}>
              Answer…
            </Button>
          </div>
        </IfPermitted>
      )}
      {decision && <DecisionDialog report={report} decision={decision} onClose={() => setDecision(null)} />}
    </Card>
  );
}

function Timer({ report }: { report: ContentReport }) {
  const { text, tone } = timeLeft(report, useNow());
  return <Badge tone={tone}>{text}</Badge>;
}
