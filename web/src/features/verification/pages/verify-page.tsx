import { MAX_IMAGE_BYTES, megabytes } from '@luit/contracts/generation/limits';
import { t } from '@lingui/core/macro';
import type { Verification } from '@luit/contracts/http/verifications';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Dropzone } from '@luit/ui/dropzone';
import { Spinner } from '@luit/ui/spinner';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-error';
import { logFailure } from '../../../lib/log';
import { PageHead } from '../../../lib/page-head';
import { useServices } from '../../../lib/services';
import { imageMessages } from '../../../shared/images/copy';
import { foreignFormatOf } from '../../../shared/images/image-file';
import { verifyFile } from '../api';
import { VerificationResult } from '../components/verification-result';

/** What the server can read. */
const VERIFIABLE_TYPES = [
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'image/jpeg',
  'image/png',
  'image/webp',
] as const;
type State =
  | { name: 'empty'; problem?: string }
  | { name: 'checking'; fileName: string }
  | { name: 'checked'; verification: Verification };

/** Tells everyone whether a file was made here. */
export default function VerifyPage() {
  const { state, check, reset } = useVerification();
  return (
    <div className="page max-w-3xl py-14 sm:py-20">
      <PageHead path="/verify" title={t`Was it made with Luit? · Luit`} />
      <h1 className="text-display heading">{t`Was it made with Luit?`}</h1>
      <p className="mt-5 max-w-[31.75em] text-lg text-muted">{t`Check any video or photo to find out whether it was made here, when and with which AI model, but never who made it.`}</p>
      <Card as="section" className="mt-12 p-5 sm:p-8" aria-label={t`Was it made with Luit?`}>
        {state.name === 'empty' && (
          <Dropzone
            label={t`Video or photo`}
            hint={t`We check the file once and don’t keep it.`}
            error={state.problem}
            accept={VERIFIABLE_TYPES}
            texts={{
              drop: t`Drop a video or photo here, or choose a file`,
              formats: t`MP4, MOV, WebM, JPEG, PNG or WebP, up to ${{ size: megabytes(MAX_IMAGE_BYTES) }} MB`,
              choose: t`Choose a file`,
              camera: t`Take a photo`,
            }}
            chosen={null}
            onFile={check}
          />
        )}
        <div aria-live="polite">
          {state.name === 'checking' && (
            <p className="flex items-center gap-3 wrap-anywhere">
              <Spinner />
              {t`Checking ${{ fileName: state.fileName }}...`}
            </p>
          )}
          {state.name === 'checked' && <VerificationResult verification={state.verification} />}
        </div>
        {state.name === 'checked' && (
          <Button tone="secondary" className="mt-6" onClick={reset}>
            {t`Check another file`}
          </Button>
        )}
      </Card>
      <h2 className="mt-12 text-title heading">{t`What this check can tell`}</h2>
      <p className="mt-3 text-muted">{t`It recognizes copies that lost their metadata, were re-encoded or were cropped by up to a tenth. It doesn’t recognize videos that were shortened, mirrored or changed a lot. “No match” doesn’t mean that something is real.`}</p>
      <p className="mt-3 text-muted">{t`Content Credentials are a digital signature inside a file, which other sites can read too. They show which app or site signed the file and whether it has changed since. They don’t show whether something is real.`}</p>
    </div>
  );
}

function useVerification() {
  const { api } = useServices();
  const [state, setState] = useState<State>({ name: 'empty' });
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);

  const check = (file: File) => {
    const foreign = foreignFormatOf(file);
    if (foreign) return setState({ name: 'empty', problem: imageMessages[foreign] });
    const controller = new AbortController();
    current.current = controller;
    setState({ name: 'checking', fileName: file.name });
    verifyFile(api, file, controller.signal).then(
      (verification) => setState({ name: 'checked', verification }),
      (cause: unknown) => {
        if (controller.signal.aborted) return;
        logFailure('Verifying a file failed', cause);
        setState({ name: 'empty', problem: problemOf(cause) });
      },
    );
  };
  return { state, check, reset: () => setState({ name: 'empty' }) };
}

/** The texts of these errors are about photos in other languages. */
function problemOf(cause: unknown): string {
  if (!(cause instanceof ApiError)) return t`We couldn’t check the file. Please try again.`;
  if (cause.code === 'validation_failed' || cause.code === 'unsupported_media_type')
    return t`We can’t read this file. It may be damaged, or it isn’t a video or photo in one of these formats.`;
  return cause.code === 'payload_too_large' ? t`The file is too large, or takes too long to check.` : cause.message;
}
