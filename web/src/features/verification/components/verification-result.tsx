import { t } from '@lingui/core/macro';
import type { Verification, VerificationResult as Result } from '@luit/contracts/http/verifications';
import { CircleHelp, SearchX, ShieldCheck, TriangleAlert } from 'lucide-react';
import { formatDate } from '../../../lib/format';

function credentialsText({ credentials }: Verification): string {
  if (credentials === null) return t`We found no Content Credentials in this file. Many apps and sites remove them.`;
  const { state, signer } = credentials;
  if (state === 'intact') return t`Luit signed this file, and it hasn’t changed since.`;
  if (state === 'altered')
    return t`The signature in this file isn’t valid. The file was probably changed after it was signed.`;
  return signer === null
    ? t`Someone signed this file. We can’t confirm who that is.`
    : t`This file was signed in the name of “${signer}”. We can’t confirm who signed it.`;
}

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
          <dt className="text-muted">{t({ message: 'Made', context: 'date of a video or photo' })}</dt>
          <dd>{madeOn(output)}</dd>
          <dt className="text-muted">{t`AI model`}</dt>
          <dd>{modelsOf(output)}</dd>
        </dl>
      )}
      <div className="border-t border-line pt-5">
        <h3 className="font-semibold">{t`Content Credentials`}</h3>
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
  return t`Between ${{ from: dayOf(madeFrom) }} and ${{ until: dayOf(madeUntil) }}`;
}

function modelsOf({ kind, models }: Output): string {
  // A restoration may have taken two models, one after the other.
  return models.length === 1 || kind === 'photo' ? models.join(', ') : t`One of ${{ models: models.join(', ') }}`;
}

const RESULT_TITLES: Record<Result, () => string> = {
  made_here: () => t`Yes, it was made with Luit`,
  looks_alike: () => t`It looks like it was made with Luit`,
  differs: () => t`It carries our mark, but looks different`,
  unconfirmed: () => t`It carries our mark, but we can’t confirm it`,
  unknown: () => t`No match`,
};

const RESULT_TEXTS: Record<Result, () => string> = {
  made_here: () => t`The file contains our identifier, and its images match.`,
  looks_alike: () =>
    t`It’s an altered copy of something made with Luit: its images match, but it doesn’t contain our identifier. Somebody may have removed it.`,
  differs: () =>
    t`The file contains our identifier, but its images don’t match. It was edited, or the identifier was copied from another file.`,
  unconfirmed: () =>
    t`The file contains the identifier of something made with Luit, but we can’t compare the two. Anyone can copy an identifier into another file.`,
  unknown: () =>
    t`We found no sign that the file was made with Luit. It may have been made with another tool, or changed a lot.`,
};

/** The original of a restored photo looks like the restored one, and was not made here. */
const isRestored = ({ result, output }: Verification) => result === 'looks_alike' && output?.kind === 'photo';

function resultTitle(verification: Verification): string {
  if (isRestored(verification)) return t`It looks like a photo that was restored with Luit`;
  return RESULT_TITLES[verification.result]();
}

function resultText(verification: Verification): string {
  const { result, output, credentials } = verification;
  if (result === 'made_here' && output === null)
    return t`The file has our signature. We can’t tell when it was made or with which AI model. It may have been deleted here since.`;
  if (result === 'made_here' && credentials?.state === 'intact') return t`The file has our signature.`;
  if (isRestored(verification))
    return t`A photo that was restored here looks the same. So does its original, which may be your file.`;
  return RESULT_TEXTS[result]();
}
