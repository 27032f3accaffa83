import { t } from '@lingui/core/macro';
import type { ShareSettings } from '@luit/contracts/generation/share-links';
import { Checkbox } from '@luit/ui/checkbox';

type Visibility = Pick<ShareSettings, 'showsPrompt' | 'isIndexed'>;

interface ShareOptionsProps {
  value: Visibility;
  /** Restorations have no prompt. */
  hasPrompt: boolean;
  onChange: (change: Partial<Visibility>) => void;
}

/** What those who have the link, and search engines, may see. */
export function ShareOptions({ value, hasPrompt, onChange }: ShareOptionsProps) {
  return (
    <>
      {hasPrompt && (
        <Checkbox
          label={t`Show the prompt`}
          hint={t`Visitors can read it and use it for their own video.`}
          checked={value.showsPrompt}
          onChange={(event) => onChange({ showsPrompt: event.target.checked })}
        />
      )}
      <Checkbox
        label={t`Let search engines list it`}
        hint={t`Otherwise, only people who have the link find it.`}
        checked={value.isIndexed}
        onChange={(event) => onChange({ isIndexed: event.target.checked })}
      />
    </>
  );
}
