import { Spinner } from '@luit/ui/spinner';

/** Fills the main area while a page or the session loads. */
export function Loading() {
  return (
    <div role="status" className="flex min-h-dvh flex-1 items-center justify-center gap-3 text-muted">
      <Spinner />
      <h1 className="text-base font-medium">Loading...</h1>
    </div>
  );
}
