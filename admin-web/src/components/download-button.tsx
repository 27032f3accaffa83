import { Button } from '@luit/ui/button';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { toast } from '@luit/ui/toaster';
import { errorMessage } from '../lib/admin-error';
import { useServices } from '../lib/services';

/** How long the object URL stays valid, so that slow browsers can read it. */
const OBJECT_URL_TTL_MS = 60_000;

/** Downloads a file with the operator's session and saves it through the browser. */
export function DownloadButton({ path, name, label = 'Export CSV' }: { path: string; name: string; label?: string }) {
  const { client } = useServices();
  const download = useMutation({
    mutationFn: () => client.download(path),
    onSuccess: (blob) => save(blob, name),
    onError: (error) => toast.error(errorMessage(error)),
  });
  return (
    <Button
      tone="secondary"
      size="sm"
      busy={download.isPending}
      icon={<Download className="size-4" aria-hidden />}
      onClick={() => download.mutate()}
    >
      {label}
    </Button>
  );
}

/** Saves a file through the browser. */
export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), OBJECT_URL_TTL_MS);
}
