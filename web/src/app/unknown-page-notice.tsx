import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { useNavigate } from 'react-router-dom';

const copy = {
  text: (path: string) => t`There’s no page at ${path}. Here’s the home page instead.`,
} as const;

/** Says that the path that was asked for has no page. */
export default function UnknownPageNotice({ path }: { path: string }) {
  const navigate = useNavigate();
  return (
    <div className="page py-3">
      <Alert tone="accent" onDismiss={() => void navigate('.', { replace: true, state: null })}>
        <span className="break-all">{copy.text(path)}</span>
      </Alert>
    </div>
  );
}
