import { logFailure } from '../../lib/log';
import { useDraftImage } from '../../shared/drafts/use-draft-image';
import { fetchImage } from '../../shared/images/image-file';

/** The reference images of a form, restored after a reload. `load` replaces them by those of a request. */
export function useReferenceImages(kind: 'references' | 'image-references') {
  const [files, setFiles] = useDraftImage<File[]>(kind);
  const change = (next: File[]) => setFiles(next.length > 0 ? next : null);
  const load = (urls: string[]) => {
    Promise.all(urls.map(fetchImage)).then(change, (cause: unknown) =>
      logFailure('Loading a reference image failed', cause),
    );
  };
  return { files: files ?? [], change, load };
}
