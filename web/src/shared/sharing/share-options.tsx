import type { ShareSettings } from '@luit/contracts/generation/share-links';
import { Checkbox } from '@luit/ui/checkbox';
import { sharingCopy } from './copy';

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
          label={sharingCopy.showPrompt}
          hint={sharingCopy.showPromptHint}
          checked={value.showsPrompt}
          onChange={(event) => onChange({ showsPrompt: event.target.checked })}
        />
      )}
      <Checkbox
        label={sharingCopy.index}
        hint={sharingCopy.indexHint}
        checked={value.isIndexed}
        onChange={(event) => onChange({ isIndexed: event.target.checked })}
      />
    </>
  );
}
