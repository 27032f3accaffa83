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
import { VERIFIABLE_TYPES, verifyCopy } from '../copy';

type State =
  | { name: 'empty'; problem?: string }
  | { name: 'checking'; fileName: string }
  | { name: 'checked'; verification: Verification };

/** Tells everyone whether a file was made here. */
export default function VerifyPage() {
  const { state, check, reset } = useVerification();
  return (
    <div className="page max-w-3xl py-14 sm:py-20">
      <PageHead path="/verify" title={verifyCopy.pageTitle} />
      <h1 className="text-display heading">{verifyCopy.heading}</h1>
      <p className="mt-5 max-w-[31.75em] text-lg text-muted">{verifyCopy.lead}</p>
      <Card as="section" className="mt-12 p-5 sm:p-8" aria-label={verifyCopy.heading}>
        {state.name === 'empty' && (
          <Dropzone
            label={verifyCopy.label}
            hint={verifyCopy.privacy}
            error={state.problem}
            accept={VERIFIABLE_TYPES}
            texts={verifyCopy}
            chosen={null}
            onFile={check}
          />
        )}
        <div aria-live="polite">
          {state.name === 'checking' && (
            <p className="flex items-center gap-3 wrap-anywhere">
              <Spinner />
              {verifyCopy.checking(state.fileName)}
            </p>
          )}
          {state.name === 'checked' && <VerificationResult verification={state.verification} />}
        </div>
        {state.name === 'checked' && (
          <Button tone="secondary" className="mt-6" onClick={reset}>
            {verifyCopy.another}
          </Button>
        )}
      </Card>
      <h2 className="mt-12 text-title heading">{verifyCopy.limitsTitle}</h2>
      <p className="mt-3 text-muted">{verifyCopy.limits}</p>
      <p className="mt-3 text-muted">{verifyCopy.credentialsMeaning}</p>
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
  if (!(cause instanceof ApiError)) return verifyCopy.failed;
  if (cause.code === 'validation_failed' || cause.code === 'unsupported_media_type') return verifyCopy.unreadable;
  return cause.code === 'payload_too_large' ? verifyCopy.tooLarge : cause.message;
}
