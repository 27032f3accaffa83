import { t } from '@lingui/core/macro';
import { buttonClass } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { ArrowRight, PenLine } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useSession } from '../../../lib/services';
import { type DraftKind, readDraft } from '../draft-store';

const PAGES: [DraftKind, string][] = [
  ['prompt', '/image-to-video'],
  ['image', '/image-to-video-upload'],
  ['images', '/create-image'],
];

/** Links back to an unfinished draft from the pages that sell credits. */
export function DraftReminder({ className }: { className?: string }) {
  const userId = useSession().user?.id;
  if (!userId) return null;
  const saved = PAGES.map(([kind, to]) => ({ to, draft: readDraft(userId, kind) })).find(({ draft }) =>
    draft?.prompt.trim(),
  );
  if (!saved?.draft) return null;
  return (
    <div className={className}>
      <Card
        as="section"
        aria-label={t`You have a saved draft`}
        className="flex flex-wrap items-center gap-x-5 gap-y-3 p-4 sm:px-6"
      >
        <PenLine className="size-5 shrink-0 text-accent-text" aria-hidden />
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-sm text-muted">{t`You have a saved draft`}</p>
          <p className="truncate font-semibold" dir="auto">
            {saved.draft.prompt}
          </p>
        </div>
        <Link to={saved.to} className={buttonClass('secondary', 'sm')}>
          {t`Continue`}
          <ArrowRight className="size-4" aria-hidden />
        </Link>
      </Card>
    </div>
  );
}
