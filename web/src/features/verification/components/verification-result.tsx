import type { Verification } from '@luit/contracts/http/verifications';
import { CircleHelp, SearchX, ShieldCheck, TriangleAlert } from 'lucide-react';
import { formatDate } from '../../../lib/format';
import { credentialsText, resultText, resultTitle, verifyCopy } from '../copy';

const ICONS = {
  ...{ made_here: ShieldCheck, looks_alike: CircleHelp, differs: TriangleAlert, unconfirmed: TriangleAlert },
  unknown: SearchX,
};

export function VerificationResult({ verification }: { verification: Verification }) {
  const { output } = verification;
  const Icon = ICONS[verification.result];
  return (
    <div className="grid gap-5">
      <div className="flex items-start gap-3">
        <Icon className="mt-0.5 size-7 shrink-0 text-muted" strokeWidth={1.75} aria-hidden />
        <div>
          <h2 className="text-title heading">{resultTitle(verification)}</h2>
          <p className="mt-2 text-muted">{resultText(verification)}</p>
        </div>
      </div>
      {output && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 border-t border-line pt-5">
          <dt className="text-muted">{verifyCopy.made}</dt>
          <dd>{madeOn(output)}</dd>
          <dt className="text-muted">{verifyCopy.model}</dt>
          <dd>{modelsOf(output)}</dd>
        </dl>
      )}
      <div className="border-t border-line pt-5">
        <h3 className="font-semibold">{verifyCopy.credentials}</h3>
        <p className="mt-1 wrap-anywhere text-muted">{credentialsText(verification)}</p>
      </div>
    </div>
  );
}

type Output = NonNullable<Verification['output']>;

/** Noon of the browser's day, so that no time zone shows the day before. */
const dayOf = (day: string) => formatDate(`${day}T12:00:00`);

function madeOn({ madeFrom, madeUntil }: Output): string {
  if (madeFrom === madeUntil) return dayOf(madeFrom);
  return verifyCopy.between(dayOf(madeFrom), dayOf(madeUntil));
}

function modelsOf({ kind, models }: Output): string {
  // A restoration may have taken two models, one after the other.
  return models.length === 1 || kind === 'photo' ? models.join(', ') : verifyCopy.oneOf(models.join(', '));
}
