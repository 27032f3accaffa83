import { t } from '@lingui/core/macro';
import { Lightbulb } from 'lucide-react';

export function HelpTips({ tips }: { tips: readonly string[] }) {
  return (
    <ul aria-label={t`Help tips`} className="grid gap-2 border-t border-line pt-5 text-sm text-muted">
      {tips.map((tip) => (
        <li key={tip} className="flex gap-2.5">
          <Lightbulb className="mt-0.5 size-4 shrink-0 text-accent-text" aria-hidden />
          {tip}
        </li>
      ))}
    </ul>
  );
}
