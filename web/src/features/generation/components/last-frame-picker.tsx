import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { ImagePlus } from 'lucide-react';
import { useState } from 'react';
import { ImagePicker } from '../../../shared/images/components/image-picker';
import { imageMessages } from '../../../shared/images/copy';
import type { ImageChoice } from '../../../shared/images/use-image-choice';

/** Takes the image that a video ends with. It is a button until someone wants one. */
export function LastFramePicker({ file, choice }: { file: File | null; choice: ImageChoice }) {
  const [isOpen, setOpen] = useState(false);
  if (!file && !isOpen) {
    return (
      <Button
        tone="secondary"
        className="justify-self-start"
        icon={<ImagePlus className="size-4" aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t`Add a last frame`}
      </Button>
    );
  }
  return (
    <ImagePicker
      label={t`Last frame`}
      hint={t`The video moves from your image to this one.`}
      error={choice.problem && imageMessages[choice.problem]}
      file={file}
      takesPaste={false}
      onChoose={choice.choose}
      onRemove={() => {
        setOpen(false);
        choice.remove();
      }}
    />
  );
}
