import { useRef, useState } from 'react';
import { useServices } from '../../../lib/services';
import { type Interruption, uploadResumable } from './resumable-upload';
import { addSample, type Sample } from './transfer-rate';

export interface UploadState {
  sentBytes: number;
  totalBytes: number;
  interruption: Interruption | null;
  samples: Sample[];
}

export interface ImageUpload {
  /** Null while nothing is uploaded. */
  state: UploadState | null;
  /** Returns the link of the uploaded image. @throws ApiError; an error for which `isCanceled` is true */
  upload: (image: File) => Promise<string>;
  cancel: () => void;
}

/** Uploads one image at a time. Closing the page meanwhile needs a confirmation; leaving it within the app does not stop the upload. */
export function useImageUpload(): ImageUpload {
  const { api } = useServices();
  const [state, setState] = useState<UploadState | null>(null);
  const controller = useRef<AbortController | null>(null);

  const upload = async (image: File) => {
    const { signal } = (controller.current = new AbortController());
    const totalBytes = image.size;
    setState({ sentBytes: 0, totalBytes, interruption: null, samples: [] });
    window.addEventListener('beforeunload', askToStay);
    try {
      return await uploadResumable(api, image, {
        signal,
        onProgress: (sentBytes, interruption) => {
          const sample = { at: performance.now(), bytes: sentBytes };
          // After a pause, the rate is measured again.
          setState((last) => ({
            sentBytes,
            totalBytes,
            interruption,
            samples: addSample(interruption || last?.interruption ? [] : (last?.samples ?? []), sample),
          }));
        },
      });
    } finally {
      window.removeEventListener('beforeunload', askToStay);
      setState(null);
    }
  };
  return { state, upload, cancel: () => controller.current?.abort() };
}

/** Whether the user canceled the upload. */
export function isCanceled(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'AbortError';
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
